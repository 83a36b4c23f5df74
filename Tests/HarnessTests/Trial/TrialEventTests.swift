import Testing

@testable import BenchHarness

struct TrialEventTests {
  @Test func updateEventHasIntendedActualAndShownTimes() {
    var log = TrialLog()
    log.update(at: 1, actual: 1.5)
    log.update(at: 2)
    log.update(at: 3, actual: nil)
    log.reload(shown: [1], 5, 8)
    let (first, second) = (1_000_000 as UInt64, 2_000_000 as UInt64)
    let events = TrialEvent.events(log)
    #expect(
      events == [
        TrialEvent(
          kind: .update, view: 0, intended: first, start: 1_500_000, shown: 8_000_000, delivery: 1),
        TrialEvent(kind: .update, view: 0, intended: second, start: second),
        TrialEvent(
          kind: .delivery, view: 0, start: 5_000_000, end: 8_000_000, shown: 8_000_000, delivery: 1),
      ])
    #expect(events.map(\.latency) == [7_000_000, nil, nil])
  }

  /// A reload showed the first update before the row change that was waiting for it.
  @Test func updateNamesTheDeliveryThatShowedItFirst() {
    var log = TrialLog()
    log.update(at: 1)
    log.update(at: 2)
    log.reload(shown: [1], 5, 8)
    log.application(of: [0], 10, 11)
    log.application(of: [1], 12, 13)
    let updates = TrialEvent.events(log).filter { $0.kind == .update }
    #expect(updates.map(\.delivery) == [1, 3])
  }

  @Test func eventsOfALongTrialEndAtTheLimitWithAMark() {
    var log = TrialLog()
    let count = TrialEvent.maximumUpdates + 5
    for number in 0..<count { log.update(at: Double(number)) }
    log.reload(shown: [1], 0.5, 0.6)
    log.reload(shown: [Int32(count)], Double(count), Double(count) + 1)
    let events = TrialEvent.events(log)
    #expect(events.filter { $0.kind == .update }.count == TrialEvent.maximumUpdates)
    #expect(events.filter { $0.kind == .delivery }.count == 1)
    #expect(events.last?.kind == .cut)
    #expect(events.last?.start == UInt64(TrialEvent.maximumUpdates) * 1_000_000)
  }
}
