import Foundation

/// What the child process of the exact half does: runs the suite in virtual time and writes a line
/// for each trial as soon as it has ended.
public enum ExactChild {
  /// Runs what `requestPath` asks for and appends a record a line to `responsePath`.
  /// - Throws: ``HarnessError``.
  public static func run(
    requestPath: String, responsePath: String, strategies: [StrategyEntry], workloads: [Workload]
  ) throws {
    let request = try ChildProcess.read(ExactRequest.self, path: requestPath)
    ChildMain.dieWith(parent: request.parent)
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
