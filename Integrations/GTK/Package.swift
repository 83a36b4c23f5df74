// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "BenchGTK",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "Coalesce", path: "../..")],
  targets: [
    .systemLibrary(name: "CGtk4", pkgConfig: "gtk4", providers: [.apt(["libgtk-4-dev"])]),
    // All that sees gtk.h; Swift sees its header only.
    .target(name: "CGtkList", dependencies: ["CGtk4"]),
    .executableTarget(
      name: "bench-gtk",
      dependencies: [
        "CGtkList",
        .product(name: "BenchCLI", package: "Coalesce"),
        .product(name: "BenchHarness", package: "Coalesce"),
        .product(name: "Coalesce", package: "Coalesce"),
        .product(name: "CoalesceStrategies", package: "Coalesce"),
      ],
      path: "Sources/BenchGTK",
      swiftSettings: [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]),
  ]
)
