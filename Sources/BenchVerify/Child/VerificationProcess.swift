import BenchHarness
import Foundation

/// Has stages of a verification done in a child process, and puts its end down to the stage that was
/// under way.
struct VerificationProcess: Sendable {
  let executable: String
  let folder: URL
  let deadline: Duration
  let memoryLimitBytes: UInt64

  /// What a child process found.
  struct Report {
    /// The stages that are over, the one that ended the process included.
    var stages: [VerificationStage] = []
    var results: [PromiseResult] = []
    /// Whether it took its time or memory to the limit, which a crash does not.
    var hasWaited = false
  }

  /// Runs the child; crashes and hangs become results, not errors.
  /// - Throws: ``BenchError``, or `CancellationError`.
  func run(_ job: VerificationJob) async throws -> Report {
    let child = ChildProcess(
      executable: executable, deadline: deadline, memoryLimitBytes: memoryLimitBytes)
    let (ending, answers) = try await child.run(
      job, request: folder.appendingPathComponent("request.json"),
      response: folder.appendingPathComponent("journal.jsonl"))
    return try report(job, answers, ending)
  }

  private func report(
    _ job: VerificationJob, _ answers: [VerificationJob.Answer], _ ending: ChildProcess.Ending
  ) throws -> Report {
    var report = Report()
    var underWay: VerificationStage?
    var hasHung = false
    for answer in answers {
      switch answer {
      case .began(let stage): underWay = stage
      case .ended(let stage, let results):
        underWay = nil
        report.stages.append(stage)
        report.results += results
      case .hung: hasHung = true
      }
    }
    guard underWay != nil || report.stages.count < job.stages.count else { return report }
    guard let stage = underWay else {
      throw BenchError.cannotStart(
        path: executable, cause: "its 'child verification' \(ending.words ?? "ended too early").")
    }
    if case .status = ending { report.hasWaited = hasHung } else { report.hasWaited = true }
    report.stages.append(stage)
    report.results += interruption(of: stage, by: ending, hasHung: hasHung)
    return report
  }

  /// The stage's own promises have no result then; the promise that was broken has one.
  private func interruption(
    of stage: VerificationStage, by ending: ChildProcess.Ending, hasHung: Bool
  ) -> [PromiseResult] {
    let (promise, words): (Promise, String) =
      switch ending {
      case _ where hasHung: (.terminates, "hung")
      case .deadline: (.terminates, "hung, and was ended after \(deadline.text)")
      case .memory: (.boundedMemory, "took more than \(memoryLimitBytes >> 20) MiB of memory")
      case .status: (.survives, ending.words ?? "exited by itself")
      }
    let detail = "the process \(words) while \(stage)"
    return stage.promises.filter { $0 != promise }.map {
      PromiseResult(promise: $0, verdict: .interrupted, detail: detail, time: stage.time)
    } + [PromiseResult(promise: promise, verdict: .fail, detail: detail, time: stage.time)]
  }
}
