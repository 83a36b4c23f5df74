import BenchHarness
import BenchMath
import Coalesce
import Dispatch
import Foundation

/// What a delivery reads, what becomes of the handler, and what a cancel leaves, in real time.
extension RealTimeStage {
  /// How long announcements go on, and how many there are at most.
  private static let announcements = (time: Duration.milliseconds(400), count: 60)

  /// Submits on main before the model changes, in the same block. What is lost where the change comes
  /// first, too, other promises speak of.
  func announcing() -> [Promise: String] {
    guard let lost = lostOfSubmissions({ $0.announceOnMain() }),
      lostOfSubmissions({ $0.submit() }) == nil
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
      for _ in 0..<(number % 3 == 2 ? 2 : 1) { round.post(submit) }
      round.turn(.microseconds(Int.random(in: 500...5_000, using: &random)))
      guard round.turn(atMost: patience / 2, until: { round.isQuiet }) else { break }
    }
    [round].settle(patience)
    round.view.judgeEnd()
    let faults = round.view.seen.faults
    round.cancel()
    return faults[.finalState] ?? faults[.nothingLost]
  }

  /// Cancelled on main, by a thread and inside a delivery, while threads submit.
  func cancellation() -> [Promise: String] {
    var random = SeededGenerator(seed: seed)
    for number in 0..<36 {
      let round = RealTimeRound(strategy)
      if number % 3 == 2 { round.setInside { [weak round] in round?.cancel() } }
      round.startThreads(2, lasting: .milliseconds(10), seed: random.next())
      round.turn(.microseconds(Int.random(in: 0...2_000, using: &random)))
      if number % 3 == 1 { round.onThread { $0.cancel() } } else { round.cancel() }
      round.turn(.milliseconds(3))
      round.stop()
      round.turn(.milliseconds(1))
      var faults = round.view.seen.faults.filter { $0.key == .nothingAfterCancel }
      // Main may have been on its way into a delivery when the thread came back.
      if number % 3 == 1 { faults = [:] }
      faults[.releasesHandler] = handlerFault(round, "cancel()")
      guard faults.isEmpty else { return faults }
    }
    return [:]
  }

  /// Dropped unused, and by main and by a thread, while threads submit.
  func dropping() -> [Promise: String] {
    var random = SeededGenerator(seed: seed)
    for number in 0..<36 {
      let round = RealTimeRound(strategy)
      if number >= 6 {
        round.startThreads(2, lasting: .milliseconds(10), seed: random.next())
        round.turn(.microseconds(Int.random(in: 0...2_000, using: &random)))
      }
      if number % 3 == 1 { round.onThread { $0.drop() } } else { round.drop() }
      round.stop()
      round.view.watch { $0.dropped() }
      round.turn(.milliseconds(3))
      var faults = round.view.seen.faults.filter { $0.key == .safeToDrop }
      faults[.releasesHandler] = handlerFault(round, "the drop")
      guard faults.isEmpty else { return faults }
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

  /// What is pending is cancelled while a thread submits. A submission that came later is kept.
  func cancellingPending() -> [Promise: String] {
    let race = TimedRace(seed: seed, step: 40) {
      $0.cancelPending()
    } isLate: { round, _ in
      round.pendingCount > 0
    }
    return stranded(by: race, "cancelPending()") { rounds in
      for round in rounds {
        round.submit()
        round.flush()
      }
      _ = rounds.turn(atMost: .milliseconds(1)) { false }
    }.map { [.dropsOnlyPending: $0] } ?? [:]
  }

  /// A pause in which nothing has come ends while a thread submits. Nothing that can be seen tells which
  /// came first, so chance moves the submission by more.
  func resuming() -> [Promise: String] {
    let race = TimedRace(seed: seed, step: 400) {
      $0.resume()
    } isLate: { _, nanoseconds in
      nanoseconds > 0
    }
    return stranded(by: race, "resume()") { rounds in
      rounds.forEach { $0.pause() }
    }.map { [.pauseLosesNothing: $0] } ?? [:]
  }

  /// Many instances are prepared; main acts on one after another while a thread submits to the same; then
  /// nobody submits any more, and each is looked at.
  private func stranded(
    by race: TimedRace, _ act: String, prepare: ([RealTimeRound]) -> Void
  ) -> String? {
    defer { race.end() }
    for _ in 0..<20 {
      let rounds = (0..<64).map { _ in RealTimeRound(strategy, deliveryNanoseconds: 0) }
      prepare(rounds)
      rounds.forEach(race.run)
      rounds.settle(patience)
      if let stuck = rounds.first(where: { !$0.isQuiet }) {
        return "\(stuck.view.counts.open) updates are not shown and pendingCount is "
          + "\(stuck.pendingCount) after \(act) beside a submission, and nothing happens for "
          + patience.text
      }
    }
    return nil
  }
}
