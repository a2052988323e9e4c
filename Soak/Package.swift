// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "soak",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "portico", path: "..")],
    targets: [
        .target(name: "Allocator"),
        .executableTarget(
            name: "soak",
            dependencies: [
                "Allocator",
                .product(name: "Portico", package: "portico"),
                .product(name: "PorticoCurl", package: "portico"),
                .product(name: "PorticoURLSession", package: "portico"),
                .product(name: "PorticoTesting", package: "portico"),
            ],
            swiftSettings: [
                .enableUpcomingFeature("ExistentialAny"),
                .enableUpcomingFeature("InternalImportsByDefault"),
                .enableUpcomingFeature("MemberImportVisibility"),
                .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
            ]
        ),
    ]
)
