/// Something that happened in a trial and that a timeline shows; a row of `events.csv`. Times are
/// nanoseconds since the trial's start.
package struct TrialEvent: Codable, Sendable, Equatable {
  package enum Kind: String, Codable, Sendable {
    case update
    case delivery
    /// No delivery could begin: main was busy with something else, or the user scrolled.
    case blocked
    /// A frame was laid out and painted, on a screen with frames of its own.
    case frame
    /// From here on nothing is recorded.
    case cut
  }

  /// How many updates of a trial are recorded; a cut follows where there are more.
  static let maximumUpdates = 10_000

  package var kind: Kind
  package var view: Int?
  /// When an update was meant to be submitted.
  package var intended: UInt64?
  /// When it was submitted, the handler was called, the block or frame began or the record was cut.
  package var start: UInt64
  /// When the handler returned or the block or frame ended.
  package var end: UInt64?
  /// When the update was first shown, or what the handler did was seen: the end of the turn or frame.
  package var shown: UInt64?
  /// Of a delivery its number in the trial, from 1; of an update that of the delivery that showed it.
  package var delivery: Int?

  /// What `analysis` knows of a trial: updates by their submission, then deliveries, blocks and frames.
  static func events(_ analysis: TrialAnalysis) -> [TrialEvent] {
    let log = analysis.log
    let submitted = log.actual.indices.filter { log.actual[$0] != TrialLog.never }
      .sorted { (log.actual[$0], $0) < (log.actual[$1], $1) }
    let cut = submitted.count > maximumUpdates ? log.actual[submitted[maximumUpdates]] : nil
    let isRecorded = { (start: UInt64) in cut.map { start < $0 } ?? true }
    let showing = Showing(log.deliveries)
    var events = submitted.prefix(maximumUpdates).map { update($0, analysis, showing) }
    for (place, delivery) in log.deliveries.enumerated() where isRecorded(delivery.start) {
      events.append(
        TrialEvent(
          kind: .delivery, view: delivery.view, start: delivery.start, end: delivery.end,
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

  private static func update(
    _ index: Int, _ analysis: TrialAnalysis, _ showing: Showing
  ) -> TrialEvent {
    let (view, shown) = (Int(analysis.log.updates.view[index]), analysis.shownAt[index])
    return TrialEvent(
      kind: .update, view: view, intended: analysis.log.intended[index],
      start: analysis.log.actual[index], shown: shown == TrialLog.never ? nil : shown,
      delivery: showing.delivery(of: index, view, shown))
  }

  /// Which delivery showed an update: the one that applied it, else the last of its view that was seen then.
  private struct Showing {
    private struct Moment: Hashable {
      let view: Int
      let time: UInt64
    }

    private var applied: [Int: Int] = [:]
    private var seen: [Moment: Int] = [:]

    init(_ deliveries: [TrialLog.Delivery]) {
      for (place, delivery) in deliveries.enumerated() where delivery.shown != TrialLog.never {
        if let update = delivery.applied { applied[update] = place + 1 }
        seen[Moment(view: delivery.view, time: delivery.shown)] = place + 1
      }
    }

    func delivery(of update: Int, _ view: Int, _ shown: UInt64) -> Int? {
      applied[update] ?? seen[Moment(view: view, time: shown)]
    }
  }

  /// From when an update was meant to be submitted to when it was shown; nil for all else.
  package var latency: UInt64? {
    guard let intended, let shown else { return nil }
    return shown - min(intended, shown)
  }
}
