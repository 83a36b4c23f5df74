// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "CustomStrategy",
  platforms: [.macOS(.v14)],
  dependencies: [.package(name: "Coalesce", path: "../..")],
  targets: [
    .executableTarget(
      name: "CustomBench",
      dependencies: [
        .product(name: "BenchCLI", package: "Coalesce"),
        .product(name: "BenchHarness", package: "Coalesce"),
        .product(name: "Coalesce", package: "Coalesce"),
      ])
  ]
)
