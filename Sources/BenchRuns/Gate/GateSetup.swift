import BenchHarness
import BenchReport
import Foundation

/// Where a gate's files are, what it judges and how, and the limits of its child processes.
package struct GateSetup: Sendable {
  /// A check, as the option to run no other.
  package enum Only: String, Sendable {
    case exact = "--exact-only"
    case paired = "--paired-only"
    case instructions = "--instructions-only"
  }

  package let registry: Registry
  /// The executable of the build to judge, which is this program.
  package let program: String
  package var settingsFile = "", baseline = ""
  /// The deadline of a child process; nil means the default for each kind of work.
  package var deadline: Duration?
  package var memoryLimitBytes: UInt64 = 4 << 30
  package var only: Only?
  /// The build to compare with, and the folder of its baseline.
  package var base, baseBaseline: String?
  package var countsInstructions = false, countsAllocations = true
  package var isQuick = false
  /// Whether something worse in the baseline than in `baseBaseline` is a regression.
  package var refusesWorseBaseline = false

  package init(_ registry: Registry, program: String) {
    (self.registry, self.program) = (registry, program)
  }

  var baselineFolder: URL { URL(fileURLWithPath: baseline, isDirectory: true) }

  /// The text of settings for a package that has neither settings nor a baseline. `counted` are strategies whose
  /// allocations are not known to vary; nil for all of the package's own.
  func initialSettings(counted: [String]? = nil) throws -> String {
    for path in [settingsFile, baseline] where FileManager.default.fileExists(atPath: path) {
      throw BenchError.badSettings(
        file: path,
        cause: "it already exists, and --init does not replace it. Remove it, or use "
          + "'\(ProgramName.text) gate accept' and '\(ProgramName.text) gate'.")
    }
    return GateSettings.initial(
      registry, counted: counted ?? registry.ownStrategies.map(\.name))
  }

  /// The package's own strategies that the exact check runs and the baseline lacks; all of them without a baseline.
  package func newStrategies(isFirst: Bool) throws -> [String] {
    let own = registry.ownStrategies.map(\.name)
    if isFirst {
      _ = try initialSettings()
      return own
    }
    let settings = try GateSettings(path: settingsFile)
    try settings.check(registry, exact: true)
    let known = (try? GateBaseline(folder: baselineFolder))?.strategies ?? []
    let run = try settings.exact.runs(registry).first?.strategies.map(\.entry.name) ?? []
    return run.distinct.filter { own.contains($0) && !known.contains($0) }
  }

  /// Adds an entry to the settings for each regression between two builds in the evidence of a gate, by default of the
  /// latest one in `Results`. Returns the lines and the folder of the evidence.
  package func acceptRegressions(
    evidence: String?, until: String, reason: String
  ) throws -> (lines: [String], folder: String) {
    let folder =
      evidence.map { URL(fileURLWithPath: $0, isDirectory: true) } ?? GateFolder.latest
    guard let folder else {
      throw BenchError.badResults(
        file: "Results", cause: "it has no evidence of a gate. Name its folder with --evidence.")
    }
    let findings = try GateFolder.findings(folder)
    let lines = Accepted.entries(for: findings, until: until, reason: reason).map(\.line)
    guard !lines.isEmpty else {
      throw BenchError.badResults(
        file: folder.relativePath,
        cause: "it has no regression between two builds. "
          + "Without --reason, 'gate accept' stores exact figures.")
    }
    let text = String(
      decoding: try Data(results: URL(fileURLWithPath: settingsFile)), as: UTF8.self)
    try GateSettings.adding(lines, to: text, file: settingsFile)
      .write(whole: URL(fileURLWithPath: settingsFile))
    return (lines, folder.relativePath)
  }
}
