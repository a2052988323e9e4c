// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "quickstart",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "portico", path: "../..")],
    targets: [
        .executableTarget(
            name: "Quickstart",
            dependencies: [
                .product(name: "Portico", package: "portico"),
                .product(name: "PorticoURLSession", package: "portico"),
                .product(name: "PorticoTesting", package: "portico"),
            ]
        )
    ]
)
