import Foundation
import Harness

extension VirtualRun {
  /// Runs everything with a progress bar and writes the results.
  /// - Throws: ``HarnessError``.
  func run(_ settings: RunSettings, into results: ResultsFolder) throws -> Result {
    let progress = Progress()
    let result = try run { progress.show($0) }
    progress.end()
    try results.write(
      result.records,
      environment: RunEnvironment(settings, time: .virtual, command: CommandLine.arguments))
    return result
  }
}
