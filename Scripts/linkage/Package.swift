// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "linkage",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "portico", path: "../..")],
    targets: [
        .executableTarget(name: "LinkageProbe", dependencies: [.product(name: "Portico", package: "portico")])
    ]
)
