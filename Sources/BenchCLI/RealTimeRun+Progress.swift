import Foundation
import Harness
import Runs

extension RealTimeRun {
  /// Tests the machine, says what may distort the figures, and runs what `finished` does not hold
  /// with a progress bar, from a synchronous main; ends on SIGINT and SIGTERM. `earlier` is what is
  /// known of the run's first part.
  static func run(
    _ settings: RunSettings, into results: ResultsFolder,
    command: [String] = CommandLine.arguments, finished: [TrialRecord] = [],
    work: ReloadWork = .calibrated(), earlier: RunEnvironment? = nil
  ) throws -> [TrialRecord] {
    let executable = ThisProgram.path
    var environment = RunEnvironment(settings, time: .real, command: command)
    environment.signature = try RunSignature(settings, executable: executable)
    environment.work = work
    environment.take(try SelfTest.run(work: work))
    environment.warnings?.forEach { Output.note("Warning: \($0)") }
    if let earlier { environment.goOn(from: earlier) }
    let run = RealTimeRun(settings, results: results, executable: executable)
    let progress = Progress()
    defer { progress.end() }
    return try Interruptible.run { [environment] in
      try await run.run(
        environment: environment, finished: finished, work: work, onAdvance: progress.show)
    }
  }
}
