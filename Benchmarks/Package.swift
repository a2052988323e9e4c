// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

/// A client that is measured: a program of its own, so that none profits from what another has warmed up, or pays for it.
func client(_ name: String, _ dependencies: Target.Dependency...) -> Target {
    .executableTarget(name: name, dependencies: ["MeasuredClient"] + dependencies, swiftSettings: settings)
}

let portico = Target.Dependency.product(name: "Portico", package: "portico")
let porticoCurl = Target.Dependency.product(name: "PorticoCurl", package: "portico")
let porticoURLSession = Target.Dependency.product(name: "PorticoURLSession", package: "portico")
let porticoJSON = Target.Dependency.product(name: "PorticoJSON", package: "portico")
let porticoTesting = Target.Dependency.product(name: "PorticoTesting", package: "portico")

let package = Package(
    name: "benchmarks",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "portico", path: "..")],
    targets: [
        .target(name: "AllocationCounter"),
        .target(name: "MeasuredClient", dependencies: [portico], swiftSettings: settings),
        .executableTarget(name: "c-client", linkerSettings: [.linkedLibrary("curl")]),
        client("transport-client", portico, porticoCurl),
        client("portico-client", portico, porticoCurl),
        client("urlsession-transport-client", portico, porticoURLSession),
        client("urlsession-client"),
        .target(name: "JSONModels", swiftSettings: settings),
        // The same models, by a link to their folder, which map themselves besides.
        .target(name: "MappedModels", dependencies: [portico, porticoJSON], swiftSettings: settings),
        .executableTarget(
            name: "bench",
            dependencies: [
                "AllocationCounter", "JSONModels", "MappedModels", portico, porticoCurl, porticoJSON, porticoTesting,
            ],
            swiftSettings: settings
        ),
    ]
)
