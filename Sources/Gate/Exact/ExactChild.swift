import Foundation
import Harness
import Runs

/// What the child process of the exact half does: runs the suite in virtual time and writes a line
/// for each trial as soon as it has ended.
package enum ExactChild {
  /// Runs what `requestPath` asks for and appends a record a line to `responsePath`.
  package static func run(
    requestPath: String, responsePath: String, strategies: [StrategyEntry], workloads: [Workload]
  ) throws {
    let request = try ChildProcess.begin(ExactRequest.self, path: requestPath)
    let journal = RunJournal(file: URL(fileURLWithPath: responsePath))
    do {
      try journal.begin([])
      for settings in try request.suite.runs(strategies: strategies, workloads: workloads) {
        _ = try VirtualRun(settings).run { event in
          guard case .ended(var record) = event else { return }
          record.latencies = []
          try journal.append(record)
        }
      }
    } catch let error as HarnessError {
      throw error
    } catch {
      throw HarnessError.cannotWrite(path: responsePath, cause: error.fileCause + ".")
    }
  }
}

/// What the child process of the exact half is asked to run.
struct ExactRequest: ChildRequest {
  let suite: ExactSuite
  /// The process to die with.
  let parent: Int32
}
