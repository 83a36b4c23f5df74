import BenchHarness
import BenchMath
import Coalesce

/// Checks promises with real threads. Several threads may be inside `submit` together, and no two runs are the same.
///
/// Thread safety: for the main thread of a synchronous program only.
struct RealTimeChecks {
  let strategy: Selection<StrategyEntry>
  let seed: UInt64
  private let patience: Duration

  private static let reentries = 6
  private static let controls = 3
  private static let announcements = (time: Duration.milliseconds(400), count: 60)

  init(_ strategy: Selection<StrategyEntry>, seed: UInt64) {
    self.strategy = strategy.withShortDurations
    self.seed = seed
    let longest = self.strategy.durations.max() ?? .zero
    patience = (.seconds(3) + longest * (Self.reentries + 4)) * 2
  }

  func faults(_ stage: RealTimeStage) -> [Promise: String] {
    switch stage {
    case .load: load()
    case .cancellation: cancellation()
    case .dropping: dropping()
    case .reentry: reentry()
    case .announcing: announcing()
    }
  }

  private func load() -> [Promise: String] {
    let round = RealTimeRound(strategy)
    round.startThreads(3, lasting: .milliseconds(300), seed: seed)
    let end = ContinuousClock.now + .milliseconds(300)
    var number = 0
    while ContinuousClock.now < end {
      number += 1
      round.turn(.milliseconds(5))
      round.post { [number] in
        $0.submit()
        if number % 8 == 7 { $0.attached?.flush() }
      }
    }
    return ending(round)
  }

  private func ending(_ round: RealTimeRound) -> [Promise: String] {
    round.stop()
    round.settle(patience)
    let pending = round.pendingCount
    if pending > 0 {
      round.watch.update {
        $0.fault(
          .terminates, "pendingCount is \(pending), and nothing has happened for \(patience.text)")
      }
    }
    round.watch.update { $0.judgeEnd() }
    return round.watch.seen.faults
  }

  /// The control submits right after deliveries; if that fails too, submitting inside deliveries is not to blame.
  private func reentry() -> [Promise: String] {
    var faults = runHandlers { $1() }
    let promises: [Promise] = [.finalState, .nothingLost, .order, .terminates]
    guard let fault = promises.lazy.compactMap({ faults[$0] }).first else { return faults }
    for _ in 0..<Self.controls {
      let control = runHandlers { round, work in round.post { _ in work() } }
      guard promises.allSatisfy({ control[$0] == nil }) else { return faults }
    }
    faults[.reentrancy] = fault
    return faults
  }

  /// Returns the faults found when handlers submit and flush through `perform`, while one thread submits.
  private func runHandlers(
    _ perform: @escaping @Sendable (RealTimeRound, @escaping @Sendable () -> Void) -> Void
  ) -> [Promise: String] {
    let round = RealTimeRound(strategy)
    let left = Locked(Self.reentries)
    round.setInside { [weak round] in
      let number = left.withLock { left in
        defer { left = max(0, left - 1) }
        return left
      }
      guard number > 0, let round else { return }
      perform(round) { [weak round] in
        round?.submit()
        if number % 3 == 0 { round?.attached?.flush() }
      }
    }
    round.startThreads(1, lasting: .milliseconds(20), seed: seed)
    round.turn(.milliseconds(20))
    return ending(round)
  }

  /// Submits on the main thread before the model changes. Losses that also occur if it changes first do not count.
  private func announcing() -> [Promise: String] {
    guard let lost = lostOfSubmissions({ $0.submit(isAnnounced: true) }),
      lostOfSubmissions({ $0.submit() }) == nil
    else { return [:] }
    return [.freshAfterWillSet: lost]
  }

  /// Submits one or two updates whenever the previous ones are shown. Describes what was lost; nil if nothing was.
  private func lostOfSubmissions(_ submit: @escaping @Sendable (RealTimeRound) -> Void) -> String? {
    var random = SeededGenerator(seed: seed)
    let round = RealTimeRound(strategy)
    let end = ContinuousClock.now + Self.announcements.time
    for number in 0..<Self.announcements.count where number < 4 || ContinuousClock.now < end {
      for _ in 0..<(number % 3 == 2 ? 2 : 1) { round.post(submit) }
      round.turn(.microseconds(Int.random(in: 500...5_000, using: &random)))
      guard round.turn(atMost: patience / 2, until: { round.isQuiet }) else { break }
    }
    round.settle(patience)
    round.watch.update { $0.judgeEnd() }
    let faults = round.watch.seen.faults
    round.cancel()
    return faults[.finalState] ?? faults[.nothingLost]
  }

  /// Each round cancels on the main thread, on another thread or inside a delivery, while threads submit.
  private func cancellation() -> [Promise: String] {
    inRounds(endingBy: "cancel()") { round, number, random in
      if number % 3 == 2 { round.setInside { [weak round] in round?.cancel() } }
      startThreads(round, &random)
      if number % 3 == 1 { round.onThread { $0.cancel() } } else { round.cancel() }
      round.turn(.milliseconds(3))
      round.stop()
      round.turn(.milliseconds(1))
      // No fault: the main thread may have been entering a delivery when the other thread's cancel returned.
      return number % 3 == 1 ? nil : .nothingAfterCancel
    }
  }

  /// Each round drops its strategy, on the main thread or another. In later rounds, threads submit meanwhile.
  private func dropping() -> [Promise: String] {
    inRounds(endingBy: "the drop") { round, number, random in
      if number >= 6 { startThreads(round, &random) }
      if number % 3 == 1 { round.onThread { $0.drop() } } else { round.drop() }
      round.stop()
      round.watch.update { $0.dropped() }
      round.turn(.milliseconds(3))
      return .safeToDrop
    }
  }

  private func startThreads(_ round: RealTimeRound, _ random: inout SeededGenerator) {
    round.startThreads(2, lasting: .milliseconds(10), seed: random.next())
    round.turn(.microseconds(Int.random(in: 0...2_000, using: &random)))
  }

  /// Returns the first fault of the promises that `end` returns, or of releasing the handler after `event`.
  private func inRounds(
    endingBy event: String,
    _ end: (RealTimeRound, _ number: Int, inout SeededGenerator) -> Promise?
  ) -> [Promise: String] {
    var random = SeededGenerator(seed: seed)
    for number in 0..<36 {
      let round = RealTimeRound(strategy)
      let promise = end(round, number, &random)
      var faults = round.watch.seen.faults.filter { $0.key == promise }
      let isReleased = round.turn(atMost: patience, until: { !round.isViewHeld })
      faults[.releasesHandler] = round.watch.seen.handlerFault(isHeld: !isReleased, after: event)
      guard faults.isEmpty else { return faults }
    }
    return [:]
  }
}

extension Selection<StrategyEntry> {
  /// The same strategy with durations scaled down to at most 10 ms, because races need no long waits.
  fileprivate var withShortDurations: Selection {
    guard let longest = durations.max(), longest > .milliseconds(10) else { return self }
    let shorter = entry.parameters.filter { $0.kind == .duration }.map { parameter in
      let share = values.duration(parameter.name) / longest
      return (parameter.name, (Duration.milliseconds(10) * share).text)
    }
    return (try? Selection(entry, given: given.merging(shorter) { $1 })) ?? self
  }
}
