import BenchHarness
import BenchReport
import Foundation

/// Where a gate's files are, what it judges, and the limits of its child processes.
package struct GateSetup: Sendable {
  package let registry: Registry
  /// The executable of the build to judge, which is this program.
  package let program: String
  package var settingsFile = "", baseline = ""
  /// The deadline of a child process; nil means the default for each kind of work.
  package var deadline: Duration?
  package var memoryLimitBytes: UInt64 = 4 << 30
  /// The names of the strategies that are not the package's own.
  let standard = Set([StrategyEntry].standard.map(\.name))

  package init(_ registry: Registry, program: String) {
    (self.registry, self.program) = (registry, program)
  }

  package var ownStrategies: [String] {
    registry.strategies.map(\.name).filter { !standard.contains($0) }
  }

  var baselineFolder: URL { URL(fileURLWithPath: baseline, isDirectory: true) }

  /// The text of settings for a package that has neither settings nor a baseline. `counted` are strategies whose
  /// allocations do not vary, as far as is known; nil for all of the package's own.
  func initialSettings(counted: [String]? = nil) throws -> String {
    for path in [settingsFile, baseline] where FileManager.default.fileExists(atPath: path) {
      throw BenchError.badSettings(
        file: path,
        cause: "it already exists, and --init does not replace it. Remove it, or use "
          + "'\(ProgramName.text) gate accept' and '\(ProgramName.text) gate'.")
    }
    return GateSettings.initial(
      registry, standard: standard, counted: counted ?? ownStrategies)
  }

  /// The package's own strategies that the exact check runs and the baseline lacks; all of them before there is any.
  package func newStrategies(isFirst: Bool) throws -> [String] {
    guard !isFirst else {
      _ = try initialSettings()
      return ownStrategies
    }
    let settings = try GateSettings(path: settingsFile)
    try settings.check(registry, exact: true)
    let known = (try? GateBaseline(folder: baselineFolder))?.strategies ?? []
    let run = try settings.exact.runs(registry).first?.strategies.map(\.entry.name) ?? []
    return run.distinct.filter { ownStrategies.contains($0) && !known.contains($0) }
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
