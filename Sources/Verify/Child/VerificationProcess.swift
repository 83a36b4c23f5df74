import Foundation
import Harness
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
    var done: [VerificationStage] = []
    var results: [PromiseResult] = []
    /// Whether it took its time or memory to the limit, which a crash does not.
    var hasWaited = false
  }

  /// Runs the child; crashes and hangs become results, not errors.
  /// - Throws: ``HarnessError``, or `CancellationError`.
  func run(_ request: VerificationRequest) async throws -> Report {
    let requestURL = folder.appendingPathComponent("request.json")
    let journal = VerificationJournal(path: folder.appendingPathComponent("journal.jsonl").path)
    try? FileManager.default.removeItem(atPath: journal.path)
    let child = ChildProcess(
      executable: executable, deadline: deadline, memoryLimitBytes: memoryLimitBytes)
    let ending = try await child.run(
      .verification, request, request: requestURL,
      response: URL(fileURLWithPath: journal.path))
    return try report(request, journal.read(), ending)
  }

  private func report(
    _ request: VerificationRequest, _ entries: [VerificationJournal.Entry],
    _ ending: ChildProcess.Ending
  ) throws -> Report {
    var report = Report()
    var underWay: VerificationStage?
    var hasHung = false
    for entry in entries {
      switch entry {
      case .began(let stage): underWay = stage
      case .ended(let stage, let results):
        underWay = nil
        report.done.append(stage)
        report.results += results
      case .hung: hasHung = true
      }
    }
    guard underWay != nil || report.done.count < request.stages.count else { return report }
    guard let stage = underWay else {
      throw HarnessError.cannotStart(
        path: executable, cause: "its 'child verification' \(ending.words ?? "ended too early").")
    }
    report.done.append(stage)
    if case .status = ending { report.hasWaited = hasHung } else { report.hasWaited = true }
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
