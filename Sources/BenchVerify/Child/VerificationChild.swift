import BenchHarness
import Foundation
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
  /// How long a stage may go without progress before it counts as hung, in nanoseconds.
  var patienceNanoseconds: UInt64
  /// How many times as long as usual it is waited in real time for what was submitted.
  var patienceFactor = 1
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
      let watch = StageWatch(patienceNanoseconds: request.patienceNanoseconds) {
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
      let found = stage.results(strategy, request, seed: seed)
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
    _ strategy: Selection<StrategyEntry>, _ request: VerificationRequest, seed: UInt64
  ) -> [PromiseResult] {
    switch self {
    case .search(let promises):
      let search = VirtualSearch(strategy: strategy, schedules: request.schedules)
      let checks = [PromiseCheck].all.filter { promises.contains($0.promise) }
      return search.results(checks, seed: seed)
    case .memory(let time):
      return [MemoryCheck.result(strategy, time: time)]
    case .load, .cancellation, .dropping, .reentry, .announcing, .cancellingPending, .resuming:
      let faults = RealTimeStage(strategy, seed: seed, patienceFactor: request.patienceFactor)
        .faults(self)
      return promises.map { promise in
        PromiseResult(
          promise: promise, verdict: faults[promise] == nil ? .pass : .fail,
          detail: faults[promise] ?? "", time: .real, seed: faults[promise].map { _ in seed })
      }
    }
  }
}

/// Ends the process when a stage goes on without progress: its main thread, which does the work, may
/// hang. A stage that is slow makes progress.
final class StageWatch: Sendable {
  private static let progress = PublishedCount()
  private static let periodNanoseconds: UInt64 = 10_000_000

  private let isOver = Atomic<Bool>(false)

  /// A schedule was played, or main has turned its run loop.
  static func noteProgress() { progress.value.add(1, ordering: .relaxed) }

  /// - Parameters:
  ///   - patience: for how long there may be none; in periods, which are longer on a busy machine.
  ///   - giveUp: what is done before the process ends.
  init(patienceNanoseconds patience: UInt64, giveUp: @escaping @Sendable () -> Void) {
    let periods = max(1, patience / Self.periodNanoseconds)
    Thread.detachNewThread { [self] in
      var seen = -1
      var left = periods
      while left > 0 {
        let now = Self.progress.value.load(ordering: .relaxed)
        left = now == seen ? left - 1 : periods
        seen = now
        Pacer.sleep(nanoseconds: Self.periodNanoseconds)
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

  /// - Throws: ``BenchError/cannotWrite(path:cause:)``.
  func append(_ entry: Entry) throws {
    try BenchError.writing(path) {
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
