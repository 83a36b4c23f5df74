import Testing

@testable import Strategies

/// An update is in the store before its window hears of it, and a delivery may end in between: the
/// window must not take it for one that has waited since the update before it.
@Suite struct DeliveryWindowTests {
  private let delivery = DeliveryTiming(start: 900, end: 910, settled: 920)

  @Test func quietTimeIsThatOfTheNewestUntilAFirstOneHasArrived() {
    let newest = LatestTime()
    var window = DebounceWindow(newest: newest, waitNanoseconds: 50, maximumWaitNanoseconds: 300)
    window.arrived(at: 600)
    newest.note(nanoseconds: 890)
    #expect(window.due == 900)
    window.began(at: 900)
    window.ended(delivery)
    #expect(window.due == 940)
    newest.note(nanoseconds: 1_000)
    #expect(window.due == 1_050)
    window.arrived(at: 1_000)
    #expect(window.due == 1_050)
  }

  @Test func noFrameIsDueUntilAnUpdateHasArrived() {
    var window = FrameWindow(periodNanoseconds: 100)
    #expect(window.due == .max)
    window.arrived(at: 850)
    #expect(window.due == 900)
    window.began(at: 900)
    window.arrived(at: 905)
    #expect(window.due == .max)
    window.ended(delivery)
    #expect(window.due == 1_000)
    window.began(at: 1_000)
    window.ended(DeliveryTiming(start: 1_000, end: 1_010, settled: 1_020))
    #expect(window.due == .max)
    window.arrived(at: 1_150)
    #expect(window.due == 1_200)
  }

  /// As from a clock of one's own that was set back.
  @Test func deliveryThatEndsBeforeItBeganTookNothing() {
    var window = ThrottleWindow(intervalNanoseconds: 10)
    window.began(at: 900)
    window.ended(DeliveryTiming(start: 900, end: 800, settled: 700))
    #expect(window.due == 910)
  }
}
