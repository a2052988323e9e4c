// swift-tools-version: 6.2
import PackageDescription

/// The walk-through of a module's document, against a server in the same process.
func example(_ module: String) -> Target {
    .executableTarget(
        name: "\(module)Example",
        dependencies: [
            .product(name: module, package: "portico"),
            .product(name: "Portico", package: "portico"),
            .product(name: "PorticoURLSession", package: "portico"),
            .product(name: "PorticoTesting", package: "portico"),
        ]
    )
}

let package = Package(
    name: "compatibility",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "portico", path: "../..")],
    targets: [
        example("AbstractionKit"),
        example("ABNetworkKit"),
        example("APILayer"),
        example("APIManager"),
    ]
)
