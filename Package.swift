// swift-tools-version: 6.2
import PackageDescription

/// As on a system of which nothing is known, to see on Linux what a user is told there.
let isNowhere = Context.environment["COALESCE_NO_PLATFORM"] != nil

/// Warnings are errors where we test, and in CI. Xcode and swiftbuild suppress the warnings of a dependency, and
/// the compiler does not take both, so an app must not see this.
let strict: [SwiftSetting] =
  [.swiftLanguageMode(.v6)]
  + (Context.environment["COALESCE_STRICT"] == nil ? [] : [.treatAllWarnings(as: .error)])
  + (isNowhere ? [.define("COALESCE_NO_PLATFORM")] : [])

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
    .target(
      name: "CBenchPlatform", cSettings: isNowhere ? [.define("COALESCE_NO_PLATFORM")] : []),
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

    // What tests run; the example as a package of its own sees this one, in the same build.
    .executableTarget(
      name: "ExampleBench",
      dependencies: ["BenchCLI", "BenchHarness", "Coalesce"],
      path: "Examples/CustomStrategy/Sources/CustomBench", packageAccess: false),
    .target(
      name: "BenchMutants", dependencies: ["BenchHarness", "Coalesce", "CoalesceStrategies"],
      path: "Tests/Mutants", swiftSettings: strict),
    .executableTarget(
      name: "FixtureBench",
      dependencies: ["BenchCLI", "BenchHarness", "Coalesce", "CoalesceStrategies", "BenchMutants"],
      path: "Tests/FixtureBench", swiftSettings: strict),
    .target(
      name: "FuzzedReaders", dependencies: ["BenchHarness", "BenchReport"],
      path: "Tests/FuzzedReaders", exclude: ["Corpus.json"], swiftSettings: strict),
    .testTarget(
      name: "CoalesceTests",
      dependencies: ["BenchHarness", "Coalesce", "CoalesceStrategies", "CoalesceTesting"],
      swiftSettings: strict),
    .target(
      name: "BenchTestSupport", dependencies: ["BenchHarness", "BenchMath"],
      path: "Tests/Support/Bench", swiftSettings: strict),
    .testTarget(
      name: "BenchMathTests",
      dependencies: ["BenchMath", "BenchTestSupport", "Coalesce"],
      swiftSettings: strict),
    .testTarget(
      name: "HarnessTests",
      dependencies: [
        "BenchHarness", "BenchMath", "BenchTestSupport", "Coalesce", "CoalesceStrategies",
        "CoalesceTesting",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "VerifyTests",
      dependencies: [
        "BenchHarness", "BenchMutants", "BenchTestSupport", "BenchVerify", "Coalesce",
        "CoalesceStrategies",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "ReportTests",
      dependencies: ["BenchHarness", "BenchMath", "BenchReport", "BenchTestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "RunsTests",
      dependencies: [
        "BenchHarness", "BenchMath", "BenchReport", "BenchTestSupport", "Coalesce",
        "FuzzedReaders",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "CLITests",
      dependencies: [
        "BenchCLI", "BenchHarness", "BenchProgram", "BenchReport", "BenchTestSupport",
        "BenchVerify", "Coalesce", "FixtureBench",
      ],
      swiftSettings: strict),
  ]
)

/// The libraries, their tests, and the registry that those go over: a sanitizer need not build the bench.
/// With `app`, only what an app uses.
if let libraries = Context.environment["COALESCE_LIBRARIES_ONLY"] {
  var kept: Set = ["CCoalesceAtomics", "Coalesce", "CoalesceStrategies", "CoalesceTesting"]
  if libraries == "app" {
    package.dependencies = []
  } else {
    kept.formUnion([
      "CBenchPlatform", "BenchMath", "BenchHarness", "CoalesceTests",
    ])
  }
  package.products.removeAll { !kept.contains($0.name) }
  package.targets.removeAll { !kept.contains($0.name) }
}

/// What only reads, judges and prints is not optimised: nothing measured runs in it, and optimising it took 30 % of the
/// build. Xcode refuses such a flag in a package that it resolves by version, so only a clone has it. SwiftPM first reads
/// a dependency's manifest from its repository, as if in "/", and keeps the result.
let readers: Set = ["BenchReport", "BenchRuns", "BenchCLI", "BenchProgram"]
let isClone =
  Context.packageDirectory != "/"
  && !["/checkouts/", "/registry/"].contains(where: Context.packageDirectory.contains)

/// A release build with tests: programs and tests share what is compiled, tests see what is internal, and assertions
/// are those of a debug build. Optimised tests and the programs that they run would take longer to compile than they
/// save, and so would a separate job for the module file of each.
let isTested = Context.environment["COALESCE_TESTED"] != nil
let slow = readers.union(isTested ? ["ExampleBench", "FixtureBench"] : [])

for target in package.targets where !["CBenchPlatform", "CCoalesceAtomics"].contains(target.name) {
  var flags: [String] = []
  if isTested {
    flags +=
      target.type == .test
      ? ["-Onone", "-no-emit-module-separately-wmo"]
      : ["-enable-testing", "-assert-config", "Debug"]
  }
  if isClone, slow.contains(target.name) { flags.append("-Onone") }
  if !flags.isEmpty {
    target.swiftSettings = (target.swiftSettings ?? []) + [.unsafeFlags(flags)]
  }
}

/// What feeds the readers of files under libFuzzer, which has a `main` of its own.
if Context.environment["COALESCE_FUZZ"] != nil {
  package.targets.append(
    .executableTarget(
      name: "Fuzz",
      dependencies: ["FuzzedReaders"], path: "Tests/Fuzz",
      swiftSettings: strict + [.unsafeFlags(["-parse-as-library"])]))
}
