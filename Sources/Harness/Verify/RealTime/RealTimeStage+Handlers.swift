import Foundation
import Coalesce

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
