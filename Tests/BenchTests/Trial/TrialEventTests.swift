import Testing

@testable import BenchHarness
@testable import BenchReport

@Suite(.timeLimit(.minutes(15))) struct TrialEventTests {
  private func milliseconds(_ time: UInt64?) -> Double? { time.map { Double($0) / 1e6 } }

  @Test func updateIsRecordedFromItsIntentionToItsBeingShown() {
    var log = HandMadeLog()
    log.update(at: 1, actual: 1.5)
    log.reload(shown: [1], 5, 8)
    let events = TrialEvent.events(log.analysis)
    #expect(events.map(\.kind) == [.update, .delivery])
    #expect(milliseconds(events[0].intended) == 1)
    #expect(milliseconds(events[0].start) == 1.5)
    #expect(milliseconds(events[0].shown) == 8)
    #expect(milliseconds(events[0].latency) == 7)
    #expect(milliseconds(events[1].start) == 5)
    #expect(milliseconds(events[1].end) == 8)
    #expect(milliseconds(events[1].shown) == 8)
  }

  @Test func lostUpdateHasNoTimeAtWhichItIsShown() {
    var log = HandMadeLog()
    log.update(at: 1)
    let events = TrialEvent.events(log.analysis)
    #expect(events == [TrialEvent(kind: .update, view: 0, intended: 1_000_000, start: 1_000_000)])
    #expect(events[0].latency == nil)
  }

  @Test func updateThatWasNeverSubmittedIsNoEvent() {
    var log = HandMadeLog()
    log.update(at: 1, actual: nil)
    #expect(TrialEvent.events(log.analysis).isEmpty)
  }

  @Test func longTrialIsCutAfterTheMostUpdatesAndSaysWhere() {
    var log = HandMadeLog()
    let count = TrialEvent.maximumUpdates + 5
    for number in 0..<count { log.update(at: Double(number)) }
    log.reload(shown: [1], 0.5, 0.6)
    log.reload(shown: [count], Double(count), Double(count) + 1)
    let events = TrialEvent.events(log.analysis)
    #expect(events.filter { $0.kind == .update }.count == TrialEvent.maximumUpdates)
    #expect(events.filter { $0.kind == .delivery }.count == 1)
    #expect(events.last?.kind == .cut)
    #expect(milliseconds(events.last?.start) == Double(TrialEvent.maximumUpdates))
  }
}
