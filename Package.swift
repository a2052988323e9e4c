// swift-tools-version: 6.2
import PackageDescription

/// What every target of the package is compiled with; `swiftLanguageMode(.v6)` is the default of these tools.
let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

/// A module that has another library's interface, with its tests, which are compiled as those of a user's package would be.
func compatibility(_ name: String, _ dependencies: [Target.Dependency]) -> [Target] {
    [
        .target(
            name: name,
            dependencies: ["Portico", "UntypedValues"] + dependencies,
            path: "Sources/Compatibility/\(name)",
            swiftSettings: settings
        ),
        .testTarget(
            name: "\(name)Tests",
            dependencies: [.byName(name: name), "Portico", "PorticoCurl", "PorticoTesting"],
            path: "Tests/Compatibility/\(name)Tests"
        ),
    ]
}

let package = Package(
    name: "portico",
    platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
    products: [
        .library(name: "Portico", targets: ["Portico"]),
        .library(name: "PorticoURLSession", targets: ["PorticoURLSession"]),
        .library(name: "PorticoCurl", targets: ["PorticoCurl"]),
        .library(name: "PorticoJSON", targets: ["PorticoJSON"]),
        .library(name: "PorticoTesting", targets: ["PorticoTesting"]),
        .executable(name: "portico", targets: ["PorticoCommand"]),
        .library(name: "AbstractionKit", targets: ["AbstractionKit"]),
        .library(name: "ABNetworkKit", targets: ["ABNetworkKit"]),
        .library(name: "APILayer", targets: ["APILayer"]),
        .library(name: "APIManager", targets: ["APIManager"]),
    ],
    targets: [
        .target(name: "Portico", swiftSettings: settings),
        .target(name: "PorticoURLSession", dependencies: ["Portico"], swiftSettings: settings),
        .systemLibrary(
            name: "CLibcurl",
            pkgConfig: "libcurl",
            providers: [.apt(["libcurl4-openssl-dev"]), .brew(["curl"])]
        ),
        .target(name: "CCurl", dependencies: ["CLibcurl"]),
        .target(name: "PorticoCurl", dependencies: ["Portico", "CCurl"], swiftSettings: settings),
        .target(name: "PorticoJSON", dependencies: ["Portico"], swiftSettings: settings),
        .target(name: "CPoller"),
        .target(name: "PorticoTesting", dependencies: ["Portico", "CPoller"], swiftSettings: settings),
        .target(name: "CGetopt"),
        // Not by the name of its product: a file system may not tell its modules from those of Portico.
        .executableTarget(
            name: "PorticoCommand",
            dependencies: ["Portico", "PorticoCurl", "PorticoTesting", "CGetopt"],
            swiftSettings: settings
        ),
        .testTarget(name: "PorticoTests", dependencies: ["Portico", "PorticoTesting"], swiftSettings: settings),
        .testTarget(
            name: "PorticoURLSessionTests",
            dependencies: ["Portico", "PorticoURLSession", "PorticoTesting"],
            swiftSettings: settings
        ),
        .testTarget(
            name: "PorticoCurlTests",
            dependencies: ["Portico", "PorticoCurl", "PorticoTesting"],
            swiftSettings: settings
        ),
        .testTarget(
            name: "PorticoJSONTests",
            dependencies: ["Portico", "PorticoJSON", "PorticoTesting"],
            swiftSettings: settings
        ),
        .testTarget(
            name: "PorticoTestingTests",
            dependencies: ["Portico", "PorticoCurl", "PorticoTesting"],
            swiftSettings: settings
        ),
        .testTarget(
            name: "PorticoCommandTests",
            dependencies: ["Portico", "PorticoCommand", "PorticoCurl", "PorticoTesting"],
            swiftSettings: settings
        ),
        .testTarget(
            name: "ServerTests",
            dependencies: ["Portico", "PorticoCurl", "PorticoURLSession", "PorticoTesting"],
            swiftSettings: settings
        ),
        .target(
            name: "UntypedValues",
            dependencies: ["Portico"],
            path: "Sources/Compatibility/UntypedValues",
            swiftSettings: settings
        ),
        .target(
            name: "SystemTransport",
            dependencies: [
                "Portico",
                .target(name: "PorticoCurl", condition: .when(platforms: [.linux])),
                .target(
                    name: "PorticoURLSession",
                    condition: .when(platforms: [.macOS, .iOS, .tvOS, .watchOS, .visionOS])
                ),
            ],
            path: "Sources/Compatibility/SystemTransport",
            swiftSettings: settings
        ),
    ]
        + compatibility("AbstractionKit", [])
        + compatibility("ABNetworkKit", ["SystemTransport"])
        + compatibility("APILayer", ["SystemTransport", "PorticoTesting"])
        + compatibility("APIManager", ["SystemTransport"])
)
