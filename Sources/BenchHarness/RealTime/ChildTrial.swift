import Foundation

/// Runs one trial as a child process, with a deadline, and says how it ended.
package struct ChildTrial: Sendable {
  private let child: ChildProcess
  private let folder: URL

  package init(
    executable: String, folder: URL, deadline: Duration, memoryLimitBytes: UInt64
  ) {
    child = ChildProcess(
      executable: executable, deadline: deadline, memoryLimitBytes: memoryLimitBytes)
    self.folder = folder
  }

  /// Runs the trial; crashes and hangs become trials, not errors.
  /// - Throws: ``BenchError/cannotStart(path:cause:)``, ``BenchError/cannotWrite(path:cause:)`` and
  ///   ``BenchError/cannotRead(path:cause:)`` where request or answer did not get through,
  ///   ``BenchError/noScreen(cause:)``, or `CancellationError`.
  package func run(_ job: TrialJob) async throws -> Trial {
    let response = folder.appendingPathComponent("response.jsonl")
    let (ending, answers) = try await child.run(
      job, request: folder.appendingPathComponent("request.json"), response: response,
      environment: job.id.pass == .allocations ? Jemalloc.environment : [:])
    switch ending {
    case .deadline: return Trial(job.id, outcome: .hung, detail: child.words(ending))
    case .memory: return Trial(job.id, outcome: .overMemory, detail: child.words(ending))
    case .status(.exited(ToolkitUnavailable.exitCode)):
      let cause = (try? String(contentsOf: response, encoding: .utf8)) ?? ""
      throw BenchError.noScreen(
        cause: cause.isEmpty ? "it went away during a trial of \(job.id.cell.strategy)." : cause)
    case .status:
      if ending.words == nil, let answer = answers.first { return answer }
      return Trial(job.id, outcome: .crashed, detail: child.words(ending))
    }
  }
}
