import Foundation
import Harness
import Synchronization

/// What a child process is asked to verify.
struct VerificationRequest: ChildRequest, Sendable {
  /// The strategy's key.
  var strategy: String
  /// What to do, in this order.
  var stages: [VerificationStage]
  /// The seeds of schedules and of real-time rounds.
  var seeds: [UInt64]
  /// How many schedules are played for each check and seed.
  var schedules: Int
  /// How long one stage may take before it counts as hung, in nanoseconds.
  var patienceNanoseconds: UInt64
  /// The process to die with.
  var parent: Int32
}

/// What a child process does: verifies one strategy, and writes down what it finds as it finds it.
package enum VerificationChild {
  /// Does what the file at `requestPath` asks for and writes a journal to `responsePath`.
  ///
  /// On the main thread of a synchronous program only.
  package static func run(
    requestPath: String, responsePath: String, strategies: [StrategyEntry]
  ) throws {
    let request = try ChildProcess.begin(VerificationRequest.self, path: requestPath)
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
  ) -> [PromiseResult] {
    var results: [PromiseResult] = []
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
  ) -> [PromiseResult] {
    switch self {
    case .search(let promise):
      let search = VirtualSearch(strategy: strategy, schedules: schedules)
      return [PromiseCheck].all.filter { $0.promise == promise }.map {
        search.result($0, seed: seed)
      }
    case .memory(let time):
      return [MemoryCheck.result(strategy, time: time)]
    case .load, .cancellation, .dropping, .reentry, .announcing, .releasing:
      let faults = RealTimeStage(strategy, seed: seed).faults(self)
      return promises.map { promise in
        PromiseResult(
          promise: promise, verdict: faults[promise] == nil ? .pass : .fail,
          detail: faults[promise] ?? "", time: .real, seed: faults[promise].map { _ in seed })
      }
    }
  }
}

/// Ends the process when a stage takes too long: its main thread, which does the work, may hang.
final class StageWatch: Sendable {
  private let isOver = Atomic<Bool>(false)

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

/// What a child process has found so far, a line an entry: whatever ends it, the rest is kept.
///
/// Thread safety: `append` from any thread; a line is written at once.
struct VerificationJournal: Sendable {
  /// One line.
  enum Entry: Codable, Equatable, Sendable {
    /// A stage has begun.
    case began(VerificationStage)
    /// A stage has ended.
    case ended(VerificationStage, results: [PromiseResult])
    /// A stage took too long, and the process gives up.
    case hung(VerificationStage)
  }

  let path: String

  /// - Throws: ``HarnessError/cannotWrite(path:cause:)``.
  func append(_ entry: Entry) throws {
    try HarnessError.writing(path) {
      let line = try JSONEncoder().encode(entry) + Data("\n".utf8)
      let file = open(path, O_WRONLY | O_APPEND | O_CREAT, 0o600)
      guard file >= 0 else { throw CocoaError(.fileWriteNoPermission) }
      defer { close(file) }
      try FileHandle(fileDescriptor: file).write(contentsOf: line)
    }
  }

  /// The entries that were written as a whole; a line that was cut off is ignored.
  func read() -> [Entry] {
    let data = FileManager.default.contents(atPath: path) ?? Data()
    return data.split(separator: UInt8(ascii: "\n")).compactMap {
      try? JSONDecoder().decode(Entry.self, from: Data($0))
    }
  }
}
