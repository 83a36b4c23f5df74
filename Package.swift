// swift-tools-version: 6.2
import PackageDescription

/// Warnings are errors where we test, and in CI. Xcode and swiftbuild suppress the warnings of a dependency, and
/// the compiler does not take both, so an app must not see this.
let strict: [SwiftSetting] =
  [.swiftLanguageMode(.v6)]
  + (Context.environment["COALESCE_STRICT"] == nil ? [] : [.treatAllWarnings(as: .error)])

/// Tests, and the programs that only tests run, would take longer to optimise than that saves.
let tested =
  strict
  + [.unsafeFlags(["-Onone", "-no-emit-module-separately-wmo"], .when(configuration: .release))]

/// A product of another package; an app that wants the libraries alone turns all traits off.
func bench(_ product: String, _ package: String) -> Target.Dependency {
  .product(name: product, package: package, condition: .when(traits: ["Bench"]))
}

let package = Package(
  name: "Coalesce",
  platforms: [.macOS(.v14), .iOS(.v17), .tvOS(.v17), .watchOS(.v10), .visionOS(.v1)],
  products: [
    .executable(name: "bench", targets: ["BenchProgram"]),
    .library(name: "Coalesce", targets: ["Coalesce"]),
    .library(name: "CoalesceTesting", targets: ["CoalesceTesting"]),
    .library(name: "CoalesceStrategies", targets: ["CoalesceStrategies"]),
    .library(name: "BenchHarness", targets: ["BenchHarness"]),
    .library(name: "BenchCLI", targets: ["BenchCLI"]),
  ],
  traits: [
    .trait(name: "Bench", description: "All that `bench` needs; the libraries need none of it."),
    .default(enabledTraits: ["Bench"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
  ],
  targets: [
    // What an app uses.
    .target(name: "CCoalesceAtomics"),
    .target(name: "Coalesce", dependencies: ["CCoalesceAtomics"], swiftSettings: strict),
    .target(name: "CoalesceTesting", dependencies: ["Coalesce"], swiftSettings: strict),
    .target(
      name: "CoalesceStrategies", dependencies: ["Coalesce"], path: "Sources/Strategies",
      swiftSettings: strict),

    // What measures, each on those before it. An app that uses Coalesce cannot have a target with the name of one
    // of these, whether it builds that or not: hence `Bench`.
    .target(name: "CBenchPlatform"),
    .target(name: "BenchMath", swiftSettings: strict),
    .target(
      name: "BenchHarness",
      dependencies: [
        "BenchMath", "CBenchPlatform", "Coalesce", "CoalesceStrategies", "CoalesceTesting",
      ],
      swiftSettings: strict),
    .target(
      name: "BenchVerify",
      dependencies: [
        "BenchHarness", "BenchMath", "Coalesce", "CoalesceStrategies", "CoalesceTesting",
      ],
      swiftSettings: strict),
    .target(
      name: "BenchReport",
      dependencies: ["BenchHarness", "BenchMath", "Coalesce"],
      swiftSettings: strict),
    .target(
      name: "BenchRuns",
      dependencies: [
        "BenchHarness", "BenchMath", "BenchReport", "CBenchPlatform", "Coalesce",
        bench("Yams", "Yams"),
      ],
      swiftSettings: strict),
    .target(
      name: "BenchCLI",
      dependencies: [
        "BenchHarness", "BenchReport", "BenchRuns", "BenchVerify", "Coalesce",
        bench("ArgumentParser", "swift-argument-parser"),
      ],
      swiftSettings: strict),
    .executableTarget(
      name: "BenchProgram",
      dependencies: ["BenchCLI", "BenchHarness"],
      path: "Sources/Bench", swiftSettings: strict),

    // What tests share, and the programs that they run.
    .executableTarget(
      name: "FixtureBench",
      dependencies: [
        "BenchCLI", "BenchHarness", "Coalesce", "CoalesceStrategies", "BenchLibrarySupport",
      ],
      path: "Tests/Programs/FixtureBench", swiftSettings: tested),
    .target(
      name: "FuzzedReaders", dependencies: ["BenchHarness", "BenchReport", "BenchRuns"],
      path: "Tests/Programs/FuzzedReaders", exclude: ["Corpus.json"], swiftSettings: strict),
    .target(
      name: "BenchLibrarySupport",
      dependencies: [
        "BenchHarness", "BenchMath", "Coalesce", "CoalesceStrategies", "CoalesceTesting",
      ],
      path: "Tests/Support/Libraries", swiftSettings: tested),
    .testTarget(
      name: "CoalesceTests",
      dependencies: [
        "BenchHarness", "Coalesce", "CoalesceStrategies", "CoalesceTesting", "BenchLibrarySupport",
      ],
      swiftSettings: tested),
    .testTarget(
      name: "StrategiesTests",
      dependencies: [
        "BenchHarness", "Coalesce", "CoalesceStrategies", "CoalesceTesting", "BenchLibrarySupport",
      ],
      swiftSettings: tested),
    .target(
      name: "BenchTestSupport", dependencies: ["BenchHarness", "BenchMath"],
      path: "Tests/Support/Bench", swiftSettings: tested),
    .testTarget(
      name: "BenchMathTests",
      dependencies: ["BenchMath", "BenchTestSupport", "Coalesce"],
      swiftSettings: tested),
    .testTarget(
      name: "HarnessTests",
      dependencies: [
        "BenchHarness", "BenchMath", "BenchTestSupport", "Coalesce", "CoalesceStrategies",
        "CoalesceTesting",
      ],
      swiftSettings: tested),
    .testTarget(
      name: "VerifyTests",
      dependencies: [
        "BenchHarness", "BenchTestSupport", "BenchVerify", "Coalesce", "CoalesceStrategies",
      ],
      swiftSettings: tested),
    .testTarget(
      name: "ReportTests",
      dependencies: ["BenchHarness", "BenchMath", "BenchReport", "BenchTestSupport"],
      swiftSettings: tested),
    .testTarget(
      name: "RunsTests",
      dependencies: [
        "BenchHarness", "BenchMath", "BenchReport", "BenchRuns", "BenchTestSupport", "Coalesce",
        "FuzzedReaders",
      ],
      swiftSettings: tested),
    .testTarget(
      name: "CLITests",
      dependencies: [
        "BenchCLI", "BenchHarness", "BenchProgram", "BenchReport", "BenchRuns",
        "BenchTestSupport", "BenchVerify", "Coalesce", "FixtureBench",
      ],
      swiftSettings: tested),
  ]
)

/// Parts of the package, for what need not build the rest: `app` is what an app links; `libraries`, for sanitizers, has
/// their tests, too, and the registry that those go over; `fuzz` adds the program that feeds the readers of files, which
/// has the `main` of libFuzzer.
switch Context.environment["COALESCE_ONLY"] {
case "app":
  package.dependencies = []
  keep(["CCoalesceAtomics", "Coalesce", "CoalesceStrategies", "CoalesceTesting"])
case "libraries":
  keep([
    "CCoalesceAtomics", "Coalesce", "CoalesceStrategies", "CoalesceTesting", "CBenchPlatform",
    "BenchMath", "BenchHarness", "BenchLibrarySupport", "CoalesceTests", "StrategiesTests",
  ])
case "fuzz":
  package.targets.append(
    .executableTarget(
      name: "Fuzz",
      dependencies: ["FuzzedReaders"], path: "Tests/Programs/Fuzz",
      swiftSettings: strict + [.unsafeFlags(["-parse-as-library"])]))
default: break
}

@MainActor func keep(_ names: Set<String>) {
  package.products.removeAll { !names.contains($0.name) }
  package.targets.removeAll { !names.contains($0.name) }
}
