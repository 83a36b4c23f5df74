import Coalesce
import Foundation
import Harness
import Statistics

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

  init(_ strategy: Selection<StrategyEntry>, seed: UInt64) {
    self.strategy = strategy
    self.seed = seed
    patience = Self.patience(strategy)
  }

  /// How long to wait for what was submitted to be shown, by strategies with timers of their own.
  static func patience(_ strategy: Selection<StrategyEntry>) -> Duration {
    .seconds(3) + (strategy.durations.max() ?? .zero) * (reentries + 4)
  }

  /// How promises of the stage were seen broken.
  func faults(_ stage: VerificationStage) -> [Promise: String] {
    switch stage {
    case .load: load()
    case .cancellation: cancellation()
    case .dropping: dropping()
    case .reentry: reentry()
    case .announcing: announcing()
    case .releasing: releasing()
    case .search, .memory: [:]
    }
  }

  private func load() -> [Promise: String] {
    let round = RealTimeRound(strategy)
    round.startThreads(3, lasting: .milliseconds(400), seed: seed)
    let end = ContinuousClock.now + .milliseconds(400)
    var number = 0
    while ContinuousClock.now < end {
      number += 1
      round.turn(.milliseconds(5))
      round.post { [number] in
        $0.submitOnMain()
        if number % 8 == 7 { $0.flush() }
      }
    }
    return ending(round)
  }

  /// Stops the threads, waits until everything is shown, and looks what was not.
  private func ending(_ round: RealTimeRound) -> [Promise: String] {
    round.stop()
    round.turn(atMost: patience) {
      round.postedCount == 0 && round.pendingCount == 0 && round.view.isUpToDate
    }
    round.turn(.milliseconds(10))
    let pending = round.pendingCount
    if pending > 0 {
      round.view.note(
        .terminates, "pendingCount is \(pending) \(patience.text) after the last submission")
    }
    round.view.judgeEnd()
    return round.view.seen.faults
  }

  private func cancellation() -> [Promise: String] {
    var random = SeededGenerator(seed: seed)
    for number in 0..<24 {
      let round = RealTimeRound(strategy)
      let moment = Int.random(in: 0...2_000, using: &random)
      if number % 4 == 3 { round.setInside { [weak round] in round?.cancel() } }
      round.startThreads(2, lasting: .milliseconds(10), seed: random.next())
      round.turn(.microseconds(moment))
      round.cancel()
      round.turn(.milliseconds(3))
      round.stop()
      round.turn(.milliseconds(1))
      if let fault = round.view.seen.faults[.nothingAfterCancel] {
        return [.nothingAfterCancel: fault]
      }
    }
    return [:]
  }

  private func dropping() -> [Promise: String] {
    var random = SeededGenerator(seed: seed)
    for number in 0..<32 {
      var round: RealTimeRound? = RealTimeRound(strategy)
      let moment = Int.random(in: 0...2_000, using: &random)
      if number >= 8 {
        round?.startThreads(2, lasting: .milliseconds(10), seed: random.next())
        round?.turn(.microseconds(moment))
      }
      round?.drop()
      round?.stop()
      round?.view.watch { $0.dropped() }
      round?.turn(.milliseconds(3))
      if let fault = round?.view.seen.faults[.safeToDrop] { return [.safeToDrop: fault] }
      weak let view = round?.view
      round = nil
      guard MainLoop.turn(atMost: .seconds(2), until: { view == nil }) else {
        return [.safeToDrop: "the strategy still held its view after it was dropped"]
      }
    }
    return [:]
  }

  /// What goes wrong where main does the same right behind the deliveries, too, is no fault of
  /// submitting inside them.
  private func reentry() -> [Promise: String] {
    var faults = handlers { $0() }
    let promises: [Promise] = [.finalState, .nothingLost, .order, .terminates]
    guard let fault = promises.lazy.compactMap({ faults[$0] }).first else { return faults }
    for _ in 0..<Self.controls {
      let control = handlers { work in DispatchQueue.main.async { work() } }
      guard promises.allSatisfy({ control[$0] == nil }) else { return faults }
    }
    faults[.reentrancy] = fault
    return faults
  }

  /// Handlers that submit and flush, in the way that `perform` says, and one thread.
  private func handlers(
    _ perform: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void
  ) -> [Promise: String] {
    let round = RealTimeRound(strategy)
    let left = Locked(Self.reentries)
    round.setInside { [weak round] in
      let number = left.withLock { left in
        defer { left = max(0, left - 1) }
        return left
      }
      guard number > 0 else { return }
      perform { [weak round] in
        round?.submitOnMain()
        if number % 3 == 0 { round?.flush() }
      }
    }
    round.startThreads(1, lasting: .milliseconds(20), seed: seed)
    round.turn(.milliseconds(20))
    return ending(round)
  }
}

/// What a delivery reads, and what becomes of the handler, in real time.
extension RealTimeStage {
  /// How long announcements go on, and how many there are at most.
  private static let announcements = (time: Duration.seconds(1), count: 60)

  /// Submits on main before the model changes, in the same block. What is lost where the change comes
  /// first, too, other promises speak of.
  func announcing() -> [Promise: String] {
    guard lostOfSubmissions({ $0.submitOnMain() }) == nil,
      let lost = lostOfSubmissions({ $0.announceOnMain() })
    else { return [:] }
    return [.freshAfterWillSet: lost]
  }

  /// Submits one update after another, sometimes two, each when the one before it is shown. Answers
  /// what was not.
  private func lostOfSubmissions(_ submit: @escaping @Sendable (RealTimeRound) -> Void) -> String? {
    var random = SeededGenerator(seed: seed)
    let round = RealTimeRound(strategy)
    let end = ContinuousClock.now + Self.announcements.time
    for number in 0..<Self.announcements.count where number < 4 || ContinuousClock.now < end {
      for _ in 0..<(number % 3 == 2 ? 2 : 1) { DispatchQueue.main.async { submit(round) } }
      round.turn(.microseconds(Int.random(in: 500...5_000, using: &random)))
      let isShown = round.turn(atMost: patience) {
        round.pendingCount == 0 && round.view.isUpToDate
      }
      guard isShown else { break }
    }
    round.view.judgeEnd()
    let faults = round.view.seen.faults
    round.cancel()
    return faults[.finalState] ?? faults[.nothingLost]
  }

  /// Cancelled on main, by a thread and inside a delivery, and dropped by main and by a thread, while
  /// threads submit.
  func releasing() -> [Promise: String] {
    var random = SeededGenerator(seed: seed)
    for number in 0..<20 {
      let round = RealTimeRound(strategy)
      if number % 5 == 2 { round.setInside { [weak round] in round?.cancel() } }
      round.startThreads(2, lasting: .milliseconds(10), seed: random.next())
      round.turn(.microseconds(Int.random(in: 0...2_000, using: &random)))
      switch number % 5 {
      case 0: round.cancel()
      case 1: Thread.detachNewThread { round.cancel() }
      case 2: break
      case 3: round.drop()
      default: Thread.detachNewThread { round.drop() }
      }
      round.turn(.milliseconds(3))
      round.stop()
      // Inside a delivery there may have been none to do it in.
      if number % 5 == 2 { round.cancel() }
      if let fault = handlerFault(round, number % 5 < 3 ? "cancel()" : "the drop") {
        return [.releasesHandler: fault]
      }
    }
    return [:]
  }

  private func handlerFault(_ round: RealTimeRound, _ event: String) -> String? {
    guard round.turn(atMost: patience, until: { !round.isHandlerHeld }) else {
      return "the handler was still held after \(event)"
    }
    return round.view.hasHandlerEndedOffMain
      ? "what the handler captured ended off main after \(event)" : nil
  }
}
