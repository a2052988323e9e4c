// swift-tools-version: 6.2
import PackageDescription

/// What every target of the package is compiled with; `swiftLanguageMode(.v6)` is the default of these tools.
let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

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
        .target(name: "PorticoTesting", dependencies: ["Portico"], swiftSettings: settings),
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
            dependencies: ["Portico", "PorticoCommand", "PorticoTesting"],
            swiftSettings: settings
        ),
        .testTarget(
            name: "ServerTests",
            dependencies: ["Portico", "PorticoCurl", "PorticoURLSession", "PorticoTesting"],
            swiftSettings: settings
        ),
    ]
)
