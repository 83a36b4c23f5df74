import BenchHarness
import Coalesce
import Foundation

/// The stages of a verification that happen in real time: real threads, queues and clocks.
///
/// They see what virtual time cannot: threads that are in the middle of `submit` at once. They say
/// nothing of schedules, for no two runs are alike.
///
/// Thread safety: on the main thread of a synchronous program only.
struct RealTimeStage {
  let strategy: Selection<StrategyEntry>
  let seed: UInt64
  /// How long to wait for what was submitted to be shown.
  let patience: Duration

  /// How many deliveries submit another update in turn.
  private static let reentries = 6
  /// How often it is looked whether the same goes wrong outside deliveries.
  private static let controls = 3

  init(_ strategy: Selection<StrategyEntry>, seed: UInt64, patienceFactor: Int = 1) {
    self.strategy = strategy.hurried
    self.seed = seed
    let longest = self.strategy.durations.max() ?? .zero
    patience = (.seconds(3) + longest * (Self.reentries + 4)) * patienceFactor
  }

  /// How promises of the stage were seen broken.
  func faults(_ stage: VerificationStage) -> [Promise: String] {
    switch stage {
    case .load: load()
    case .cancellation: cancellation()
    case .dropping: dropping()
    case .reentry: reentry()
    case .announcing: announcing()
    case .cancellingPending: cancellingPending()
    case .resuming: resuming()
    case .search, .memory: [:]
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
        if number % 8 == 7 { $0.flush() }
      }
    }
    return ending(round)
  }

  /// Stops the threads, waits until everything is shown, and looks what was not.
  private func ending(_ round: RealTimeRound) -> [Promise: String] {
    round.stop()
    [round].settle(patience)
    let pending = round.pendingCount
    if pending > 0 {
      round.view.note(
        .terminates, "pendingCount is \(pending), and nothing happens for \(patience.text)")
    }
    round.view.judgeEnd()
    return round.view.seen.faults
  }

  /// What goes wrong where main does the same right behind the deliveries, too, is no fault of
  /// submitting inside them.
  private func reentry() -> [Promise: String] {
    var faults = handlers { $1() }
    let promises: [Promise] = [.finalState, .nothingLost, .order, .terminates]
    guard let fault = promises.lazy.compactMap({ faults[$0] }).first else { return faults }
    for _ in 0..<Self.controls {
      let control = handlers { round, work in round.post { _ in work() } }
      guard promises.allSatisfy({ control[$0] == nil }) else { return faults }
    }
    faults[.reentrancy] = fault
    return faults
  }

  /// Handlers that submit and flush, in the way that `perform` says, and one thread.
  private func handlers(
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
        if number % 3 == 0 { round?.flush() }
      }
    }
    round.startThreads(1, lasting: .milliseconds(20), seed: seed)
    round.turn(.milliseconds(20))
    return ending(round)
  }
}

extension Selection<StrategyEntry> {
  /// The same with durations that are shorter in proportion, where they are over 10 ms: real time is
  /// for what threads do to each other, which takes no long waits.
  fileprivate var hurried: Selection {
    guard let longest = durations.max(), longest > .milliseconds(10) else { return self }
    let shorter = entry.parameters.filter { $0.kind == .duration }.map { parameter in
      let share = values.duration(parameter.name) / longest
      return (parameter.name, (Duration.milliseconds(10) * share).text)
    }
    return (try? Selection(entry, given: given.merging(shorter) { $1 })) ?? self
  }
}
