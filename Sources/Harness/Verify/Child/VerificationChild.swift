import Foundation
import Synchronization

/// What a child process does: verifies one strategy, and writes down what it finds as it finds it.
public enum VerificationChild {
  /// Does what the file at `requestPath` asks for and writes a journal to `responsePath`.
  ///
  /// On the main thread of a synchronous program only.
  /// - Throws: ``HarnessError``.
  public static func run(
    requestPath: String, responsePath: String, strategies: [StrategyEntry]
  ) throws {
    guard let data = FileManager.default.contents(atPath: requestPath),
      let request = try? JSONDecoder().decode(VerificationRequest.self, from: data)
    else {
      throw HarnessError.badResults(
        file: requestPath, line: nil, cause: "it asks for no verification.")
    }
    ChildMain.dieWith(parent: request.parent)
    let strategy = try ChildMain.only(Selection.parse(request.strategy, from: strategies))
    let journal = VerificationJournal(path: responsePath)
    for stage in request.stages {
      try journal.append(.began(stage))
      let watch = StageWatch(
        patienceNanoseconds: request.patienceNanoseconds * stage.patienceFactor
      ) {
        try? journal.append(.hung(stage))
      }
      let results = results(of: stage, strategy, request)
      guard watch.end() else { return }
      try journal.append(.ended(stage, results: results))
    }
  }

  /// For each promise of the stage what the first seed found that found something.
  private static func results(
    of stage: VerificationStage, _ strategy: Selection<StrategyEntry>,
    _ request: VerificationRequest
  ) -> [PropertyResult] {
    var results: [PropertyResult] = []
    for seed in request.seeds {
      let found = stage.results(strategy, schedules: request.schedules, seed: seed)
      results = results.isEmpty ? found : zip(results, found).map { $0.verdict == .fail ? $0 : $1 }
      // What does not depend on the seed, or has failed as a whole, is done once.
      if case .memory = stage { break }
      if results.allSatisfy({ $0.verdict != .pass }) { break }
    }
    return results
  }
}

extension VerificationStage {
  /// What the stage finds about each of its promises, in their order.
  func results(
    _ strategy: Selection<StrategyEntry>, schedules: Int, seed: UInt64
  ) -> [PropertyResult] {
    switch self {
    case .search(let promise):
      let search = VirtualSearch(strategy: strategy, schedules: schedules)
      return [Property].all.filter { $0.promise == promise }.map { search.result($0, seed: seed) }
    case .memory(let time):
      return [MemoryCheck.result(strategy, time: time)]
    case .load, .cancellation, .dropping, .reentry, .announcing, .releasing:
      let faults = RealTimeStage(strategy, seed: seed).faults(self)
      return promises.map { promise in
        PropertyResult(
          promise: promise, verdict: faults[promise] == nil ? .pass : .fail,
          detail: faults[promise] ?? "", time: .real, seed: faults[promise].map { _ in seed })
      }
    }
  }
}

/// Ends the process when a stage takes too long: its main thread, which does the work, may hang.
final class StageWatch: Sendable {
  private let isOver = Atomic<Bool>(false)

  /// - Parameters:
  ///   - patience: how long to wait.
  ///   - giveUp: is called before the process is ended.
  init(patienceNanoseconds patience: UInt64, giveUp: @escaping @Sendable () -> Void) {
    let deadline = ContinuousClock.now + .nanoseconds(Int64(clamping: patience))
    Thread.detachNewThread { [self] in
      while ContinuousClock.now < deadline {
        Pacer.sleep(nanoseconds: 10_000_000)
        if isOver.load(ordering: .relaxed) { return }
      }
      guard end() else { return }
      giveUp()
      _exit(1)
    }
  }

  /// The stage has ended. Answers whether that was in time.
  func end() -> Bool { !isOver.exchange(true, ordering: .relaxed) }
}
