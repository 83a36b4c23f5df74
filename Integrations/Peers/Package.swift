// swift-tools-version: 6.2
import PackageDescription

/// Warnings are errors in our own builds only.
let strict: [SwiftSetting] =
  [.swiftLanguageMode(.v6)]
  + (Context.environment["COALESCE_STRICT"] == nil ? [] : [.treatAllWarnings(as: .error)])

let package = Package(
  name: "BenchPeers",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "Coalesce", path: "../.."),
    .package(url: "https://github.com/apple/swift-async-algorithms", from: "1.1.4"),
    .package(url: "https://github.com/OpenCombine/OpenCombine", from: "0.14.0"),
  ],
  targets: [
    .target(
      name: "PeerStrategies",
      dependencies: [
        .product(name: "BenchHarness", package: "Coalesce"),
        .product(name: "Coalesce", package: "Coalesce"),
        .product(name: "CoalesceStrategies", package: "Coalesce"),
        .product(name: "AsyncAlgorithms", package: "swift-async-algorithms"),
        .product(name: "OpenCombine", package: "OpenCombine"),
        .product(name: "OpenCombineDispatch", package: "OpenCombine"),
      ],
      swiftSettings: strict),
    .executableTarget(
      name: "bench-peers",
      dependencies: [
        "PeerStrategies",
        .product(name: "BenchCLI", package: "Coalesce"),
        .product(name: "BenchHarness", package: "Coalesce"),
      ],
      path: "Sources/BenchPeers", swiftSettings: strict),

    // Runs scripts on a peer, on a real main thread; the tests start it.
    .executableTarget(
      name: "PeerFixture",
      dependencies: [
        "PeerStrategies",
        .product(name: "BenchHarness", package: "Coalesce"),
        .product(name: "Coalesce", package: "Coalesce"),
        .product(name: "CoalesceStrategies", package: "Coalesce"),
      ],
      path: "Tests/PeerFixture", swiftSettings: strict),
    .testTarget(
      name: "PeerStrategiesTests",
      dependencies: [
        "PeerFixture", "PeerStrategies", .product(name: "BenchHarness", package: "Coalesce"),
        .product(name: "CoalesceTesting", package: "Coalesce"),
      ],
      swiftSettings: strict),
  ]
)
