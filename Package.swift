// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .treatAllWarnings(as: .error),
]

let package = Package(
  name: "Coalesce",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .executable(name: "bench", targets: ["Bench"]),
    .library(name: "Coalesce", targets: ["Coalesce"]),
    .library(name: "CoalesceTesting", targets: ["CoalesceTesting"]),
    .library(name: "Strategies", targets: ["Strategies"]),
    .library(name: "Harness", targets: ["Harness"]),
    .library(name: "BenchCLI", targets: ["BenchCLI"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.2"),
    .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
    .package(url: "https://github.com/HdrHistogram/hdrhistogram-swift", from: "0.2.0"),
    .package(url: "https://github.com/swiftcsv/SwiftCSV", from: "0.10.0"),
    .package(url: "https://github.com/ordo-one/TextTable", from: "0.0.2"),
    .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
    .package(url: "https://github.com/apple/swift-async-algorithms", from: "1.1.4"),
    .package(url: "https://github.com/OpenCombine/OpenCombine", from: "0.14.0"),
  ],
  targets: [
    .executableTarget(
      name: "Bench",
      dependencies: ["BenchCLI", "Harness", "KnownBad", "PeerStrategies"],
      swiftSettings: strict),
    .target(
      name: "BenchCLI",
      dependencies: [
        "Coalesce",
        "Harness",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "TextTable", package: "TextTable"),
      ],
      swiftSettings: strict),
    .target(
      name: "Harness",
      dependencies: [
        "Coalesce",
        "CoalesceTesting",
        "Strategies",
        "CPlatform",
        .product(name: "Subprocess", package: "swift-subprocess"),
        .product(name: "SystemPackage", package: "swift-system"),
        .product(name: "Histogram", package: "hdrhistogram-swift"),
        .product(name: "SwiftCSV", package: "SwiftCSV"),
        .product(name: "Yams", package: "Yams"),
      ],
      resources: [.embedInCode("Resources/file-events.csv")],
      swiftSettings: strict),
    .target(
      name: "PeerStrategies",
      dependencies: [
        "Coalesce",
        "Harness",
        .product(name: "AsyncAlgorithms", package: "swift-async-algorithms"),
        .product(name: "OpenCombine", package: "OpenCombine"),
        .product(name: "OpenCombineDispatch", package: "OpenCombine"),
      ],
      swiftSettings: strict),
    .target(
      name: "KnownBad", dependencies: ["Coalesce", "Harness", "Strategies"], swiftSettings: strict),
    .target(name: "Coalesce", swiftSettings: strict),
    .target(name: "CoalesceTesting", dependencies: ["Coalesce"], swiftSettings: strict),
    .target(name: "Strategies", dependencies: ["Coalesce"], swiftSettings: strict),
    .target(name: "CPlatform"),
    .executableTarget(
      name: "FixtureBench", dependencies: ["BenchCLI", "Coalesce", "Harness", "Strategies"],
      path: "Tests/FixtureBench", swiftSettings: strict),
    .executableTarget(
      name: "RealMainFixture",
      dependencies: ["Coalesce", "Harness", "KnownBad", "PeerStrategies", "Strategies"],
      path: "Tests/RealMainFixture", swiftSettings: strict),
    .target(name: "FixtureRun", path: "Tests/FixtureRun", swiftSettings: strict),
    .target(
      name: "StrategyFixtures", dependencies: ["Coalesce", "CoalesceTesting"],
      path: "Tests/StrategyFixtures", swiftSettings: strict),
    .testTarget(
      name: "CoalesceTests", dependencies: ["Coalesce", "CoalesceTesting", "StrategyFixtures"],
      swiftSettings: strict),
    .testTarget(
      name: "CoalesceTestingTests",
      dependencies: ["Coalesce", "CoalesceTesting", "StrategyFixtures"], swiftSettings: strict),
    .testTarget(
      name: "StrategiesTests",
      dependencies: ["Coalesce", "CoalesceTesting", "Strategies", "StrategyFixtures"],
      swiftSettings: strict),
    .testTarget(
      name: "HarnessTests", dependencies: ["Coalesce", "CoalesceTesting", "Harness", "Strategies"],
      swiftSettings: strict),
    .testTarget(
      name: "BenchCLITests",
      dependencies: ["BenchCLI", "Coalesce", "Harness", "Bench", "FixtureBench"],
      swiftSettings: strict),
    .testTarget(
      name: "PeerStrategiesTests",
      dependencies: ["Coalesce", "PeerStrategies", "Harness", "FixtureRun", "RealMainFixture"],
      swiftSettings: strict),
    .testTarget(
      name: "KnownBadTests",
      dependencies: [
        "Coalesce", "CoalesceTesting", "KnownBad", "Harness", "Strategies", "FixtureRun",
        "RealMainFixture",
      ],
      swiftSettings: strict),
  ]
)
