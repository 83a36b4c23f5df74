import BenchHarness
import Foundation

/// Has stages of a verification done in a child process, and puts its end down to the stage that was
/// under way.
struct VerificationProcess: Sendable {
  let executable: String
  let folder: URL
  let deadline: Duration
  let memoryLimitBytes: UInt64

  /// What a stage found.
  struct Found {
    let stage: VerificationStage
    var results: [PromiseResult]
  }

  /// What a child process found.
  struct Report {
    /// The stages that are over, the one that ended the process included.
    var found: [Found] = []
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
        report.found.append(Found(stage: stage, results: results))
      case .hung: hasHung = true
      }
    }
    guard underWay != nil || report.found.count < job.stages.count else { return report }
    guard let stage = underWay else {
      throw BenchError.cannotStart(
        path: executable, cause: "its 'child verification' \(ending.words ?? "ended too early").")
    }
    if case .status = ending { report.hasWaited = hasHung } else { report.hasWaited = true }
    let results = interruption(of: stage, by: ending, hasHung: hasHung)
    report.found.append(Found(stage: stage, results: results))
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

/// What becomes of what was found when it is looked at once more.
extension VerificationProcess.Found {
  private func alarms(_ breaks: [Promise: String]) -> [PromiseResult] {
    results.filter { $0.verdict == .fail && breaks[$0.promise] == nil }
  }

  /// What a busy machine may be to blame for. A schedule and a crash prove what they show; what was
  /// seen in real time, or hung, does not.
  func doubts(_ breaks: [Promise: String]) -> [PromiseResult] {
    alarms(breaks).filter { $0.schedule.isEmpty && $0.promise != .survives }
  }

  /// This, where a second look at the stage has found a broken promise, too; else what that has found,
  /// and what was seen once.
  func held(against second: Self, _ breaks: [Promise: String]) -> Self {
    guard second.alarms(breaks).isEmpty, alarms(breaks).count == doubts(breaks).count else {
      return self
    }
    let unconfirmed = doubts(breaks).map { result in
      var result = result
      result.verdict = .unconfirmed
      return result
    }
    return Self(stage: stage, results: second.results + unconfirmed)
  }
}
