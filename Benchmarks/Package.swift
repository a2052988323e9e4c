// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "benchmarks",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "portico", path: "..")],
    targets: [
        .target(name: "AllocationCounter"),
        .executableTarget(name: "curl-reference", linkerSettings: [.linkedLibrary("curl")]),
        .executableTarget(
            name: "curl-soak",
            dependencies: [
                .product(name: "Portico", package: "portico"),
                .product(name: "PorticoCurl", package: "portico"),
                .product(name: "PorticoTesting", package: "portico"),
            ]
        ),
        .executableTarget(
            name: "curl-client",
            dependencies: [
                .product(name: "Portico", package: "portico"),
                .product(name: "PorticoCurl", package: "portico"),
            ]
        ),
        .executableTarget(
            name: "bench",
            dependencies: [
                "AllocationCounter",
                .product(name: "Portico", package: "portico"),
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
