/// An event on a timeline; a row of `events.csv`. Times are nanoseconds since the trial's start.
package struct TrialEvent: Codable, Sendable, Equatable {
  package enum Kind: String, Codable, Sendable {
    case update
    case delivery
    /// A time in which no delivery could begin, because the main thread did other work or the user scrolled.
    case blocked
    /// A frame, from a screen that paints deliveries in frames of its own.
    case frame
    /// The end of the recording, after ``maximumUpdates``.
    case cut
  }

  static let maximumUpdates = 10_000

  package var kind: Kind
  package var view: Int?
  /// When an update should have been submitted.
  package var intended: UInt64?
  /// The time of an update's submission or of the cut; the beginning of a delivery, a blocked time or a frame.
  package var start: UInt64
  package var end: UInt64?
  /// When the update or delivery became visible: the end of its turn or frame.
  package var shown: UInt64?
  /// The number of the delivery, from 1; for an update, the number of the delivery that showed it.
  package var delivery: Int?

  /// The log's events: updates in order of submission, then deliveries, blocked times, frames and the cut, if any.
  static func events(_ log: TrialLog) -> [TrialEvent] {
    let submitted = log.actual.indices.filter { log.actual[$0] != TrialLog.never }
      .sorted { (log.actual[$0], $0) < (log.actual[$1], $1) }
    let cut = submitted.count > maximumUpdates ? log.actual[submitted[maximumUpdates]] : nil
    let isRecorded = { (start: UInt64) in cut.map { start < $0 } ?? true }
    var events = updates(submitted.prefix(maximumUpdates), log)
    for (place, delivery) in log.deliveries.enumerated() where isRecorded(delivery.start) {
      events.append(
        TrialEvent(
          kind: .delivery, view: Int(delivery.view), start: delivery.start, end: delivery.end,
          shown: delivery.shown == TrialLog.never ? nil : delivery.shown, delivery: place + 1))
    }
    for block in log.blocked where isRecorded(block.lowerBound) {
      events.append(TrialEvent(kind: .blocked, start: block.lowerBound, end: block.upperBound))
    }
    for frame in log.frames ?? [] where isRecorded(frame.start) {
      events.append(TrialEvent(kind: .frame, start: frame.start, end: frame.end))
    }
    if let cut { events.append(TrialEvent(kind: .cut, start: cut)) }
    return events
  }

  private static func updates(_ numbers: ArraySlice<Int>, _ log: TrialLog) -> [TrialEvent] {
    let shownTimes = log.shownTimes()
    // Each update gets the delivery that applied it alone, unless a reload had shown it earlier; then, and otherwise, its
    // view's last delivery in the turn or frame that showed it.
    var applied: [Int: Int] = [:]
    var seen = [[UInt64: Int]](repeating: [:], count: log.viewCount)
    for (place, delivery) in log.deliveries.enumerated() where delivery.shown != TrialLog.never {
      if delivery.applied >= 0 { applied[Int(delivery.applied)] = place + 1 }
      seen[Int(delivery.view)][delivery.shown] = place + 1
    }
    return numbers.map { number in
      let (view, shown) = (Int(log.updates.view[number]), shownTimes[number])
      return TrialEvent(
        kind: .update, view: view, intended: log.intended[number], start: log.actual[number],
        shown: shown == TrialLog.never ? nil : shown,
        delivery: applied[number].flatMap { log.deliveries[$0 - 1].shown == shown ? $0 : nil }
          ?? seen[view][shown])
    }
  }

  package var latency: UInt64? {
    guard let intended, let shown else { return nil }
    return shown - min(intended, shown)
  }
}
