import Foundation

extension ChildProcess {
  /// Runs a trial in a child process. A crash, a hang or excessive memory use is an outcome of the trial, not an error.
  package func trial(_ job: TrialJob, in folder: URL) async throws -> Trial {
    let (ending, answers) = try await run(
      job, in: folder, environment: job.id.pass == .allocations ? Jemalloc.environment : [:])
    switch ending {
    case .deadline: return Trial(job.id, outcome: .hung, detail: words(ending))
    case .memory: return Trial(job.id, outcome: .overMemory, detail: words(ending))
    case .exited(ToolkitUnavailable.exitCode):
      let cause = (try? String(contentsOf: Self.response(in: folder), encoding: .utf8)) ?? ""
      throw BenchError.noScreen(
        cause: cause.isEmpty ? "it was lost during a trial of \(job.id.strategy)." : cause)
    case .exited, .signaled:
      if ending.words == nil, let answer = answers.first { return answer }
      return Trial(job.id, outcome: .crashed, detail: words(ending))
    }
  }
}
