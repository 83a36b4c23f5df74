import BenchLibrarySupport
import CoalesceTesting
import Testing

@testable import Coalesce

/// Views that cannot be seen have another pace, and get everything at once when they are shown.
struct HiddenTests {
  private let time = VirtualScheduler()
  private let reload: Coalescer<UpdateCount>
  private let shown = Recorder<Duration>()

  init() {
    reload = Coalescer(.throttle(for: .milliseconds(20)), on: .scheduler(time))
    let (time, shown) = (time, shown)
    reload.onQueueDelivery { _ in shown.record(time.now) }
  }

  /// An update every 10 ms for four seconds; hidden from 1 s to 3 s.
  private func play(_ whileHidden: Pace) {
    for step in 0..<400 { time.at(.milliseconds(10 * step), .background) { reload.submit(.one) } }
    time.onMain(at: .seconds(1)) { reload.setHidden(whileHidden) }
    time.onMain(at: .milliseconds(2_995)) { reload.setHidden(nil) }
    time.run()
  }

  private func count(_ from: Int, _ until: Int) -> Int {
    shown.all.count { $0 > .milliseconds(from) && $0 < .milliseconds(until) }
  }

  @Test func hiddenViewIsDeliveredAtItsOwnPaceAndAtOnceWhenShown() {
    play(.throttle(for: .milliseconds(500)))
    #expect(count(100, 999) >= 44)
    #expect(count(1_020, 2_990) <= 4)
    #expect(shown.all.contains { $0 == .milliseconds(2_995) })
    #expect(count(3_000, 4_000) >= 49)
  }

  @Test func paceThatIsSetMeanwhileCountsWhenTheViewIsShown() {
    time.onMain(at: .seconds(2)) { reload.pace = .throttle(for: .milliseconds(200)) }
    play(.throttle(for: .milliseconds(500)))
    #expect(count(1_020, 2_990) <= 4)
    #expect((4...6).contains(count(3_000, 4_000)))
  }

  /// A minute of updates to a hidden view that is paused, and a minute without any.
  @Test(arguments: [true, false])
  func hiddenViewWakesNothing(isPaused: Bool) {
    let pause = isPaused ? reload.pause() : nil
    if !isPaused { reload.setHidden(.throttle(for: .seconds(2))) }
    for step in 0..<(isPaused ? 600 : 0) {
      time.at(.milliseconds(100 * step), .background) { reload.submit(.one) }
    }
    time.run(until: .seconds(60))
    #expect(time.mainWakeUps == 0)
    #expect(shown.all.isEmpty)
    withExtendedLifetime(pause) {}
  }
}
