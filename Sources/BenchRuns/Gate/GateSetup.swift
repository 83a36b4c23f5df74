import BenchHarness
import BenchReport
import Foundation

/// Where a gate's files are, what it judges, and the limits of its child processes.
package struct GateSetup: Sendable {
  package let registry: Registry
  /// The executable of the build to judge, which is this program.
  package let program: String
  package let settingsFile, baseline: String
  /// The deadline of a child process; nil means the default for each kind of work.
  package let deadline: Duration?
  package let memoryLimitBytes: UInt64
  /// The names of the strategies that are not the package's own.
  let standard = Set([StrategyEntry].standard.map(\.name))

  package init(
    _ registry: Registry, program: String, settings: String, baseline: String,
    deadline: Duration?, memoryLimitBytes: UInt64
  ) {
    self.registry = registry
    self.program = program
    settingsFile = settings
    self.baseline = baseline
    self.deadline = deadline
    self.memoryLimitBytes = memoryLimitBytes
  }

  package var ownStrategies: [String] {
    registry.strategies.map(\.name).filter { !standard.contains($0) }
  }

  var baselineFolder: URL { URL(fileURLWithPath: baseline, isDirectory: true) }

  /// Writes settings for a package that has neither settings nor a baseline.
  package func writeSettings() throws {
    for path in [settingsFile, baseline] where FileManager.default.fileExists(atPath: path) {
      throw BenchError.badSettings(
        file: path,
        cause: "it already exists, and --init does not replace it. Remove it, or use "
          + "'\(ProgramName.text) gate accept' and '\(ProgramName.text) gate'.")
    }
    let file = URL(fileURLWithPath: settingsFile)
    try FileManager.makeFolder(file.deletingLastPathComponent())
    try GateSettings.initial(registry, standard: standard).write(whole: file)
  }
}
