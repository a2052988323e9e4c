// swift-tools-version: 6.2
import PackageDescription

// What a user's package says of isolation: nothing, or that all belongs to the main actor. `Scripts/check-samples` sets it.
let isMainActor = Context.environment["PORTICO_SAMPLES_ISOLATION"] == "MainActor"

let package = Package(
    name: "samples",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "portico", path: "../..")],
    targets: [
        .executableTarget(
            name: "Samples",
            dependencies: [
                .product(name: "Portico", package: "portico"),
                .product(name: "PorticoURLSession", package: "portico"),
                .product(name: "PorticoTesting", package: "portico"),
            ],
            swiftSettings: isMainActor ? [.defaultIsolation(MainActor.self), .define("MAIN_ACTOR")] : []
        )
    ]
)
