// swift-tools-version: 6.2
import PackageDescription

/// Warnings are errors in our own builds only.
let strict: [SwiftSetting] =
  [.swiftLanguageMode(.v6)]
  + (Context.environment["COALESCE_STRICT"] == nil ? [] : [.treatAllWarnings(as: .error)])

let package = Package(
  name: "BenchGTK",
  platforms: [.macOS(.v14)],
  dependencies: [.package(name: "Coalesce", path: "../..")],
  targets: [
    .systemLibrary(name: "CGtk4", pkgConfig: "gtk4", providers: [.apt(["libgtk-4-dev"])]),
    // The only target that includes gtk.h; Swift sees only the header of this target.
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
      swiftSettings: strict),
  ]
)
