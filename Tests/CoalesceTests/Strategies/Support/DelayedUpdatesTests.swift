import Coalesce
import CoalesceTesting
import Testing

@testable import CoalesceStrategies

@Suite struct DelayedUpdatesTests {
  private let scheduler = VirtualScheduler(hop: .zero)
  private let shown = Recorder<Int>()

  private func delayed(timerError: Duration = .zero) -> (DelayedUpdates<Int>, SchedulerDouble) {
    let double = SchedulerDouble(scheduler, timerError: timerError)
    let delayed = DelayedUpdates<Int>(scheduler: double)
    delayed.setHandler { [shown] in shown.record($0) }
    return (delayed, double)
  }

  @Test(arguments: [-5, 0, 5])
  func updatesComeInTheOrderOfTheirTimes(_ timerError: Int) {
    let (delayed, double) = delayed(timerError: .nanoseconds(timerError))
    var random = SeededGenerator(seed: 3)
    let times = (0..<500).map { _ in UInt64.random(in: 0..<100, using: &random) }
    for (number, time) in times.enumerated() { delayed.add(number, atNanoseconds: time) }
    #expect(delayed.count == 500)
    #expect(double.setTimerCount == 1)
    scheduler.run()
    #expect(shown.all == times.indices.sorted { (times[$0], $0) < (times[$1], $1) })
    #expect(delayed.count == 0)
    #expect(double.setTimerCount == 0)
  }

  @Test func earlierOneSetsTheTimerAnew() {
    let (delayed, _) = delayed()
    delayed.add(1, atNanoseconds: 50)
    delayed.add(2, atNanoseconds: 20)
    scheduler.run(untilNanoseconds: 30)
    #expect(shown.all == [2])
    scheduler.run()
    #expect(shown.all == [2, 1])
  }

  @Test func takingBeforeTheTimeLeavesTheRestToTheTimer() {
    let (delayed, double) = delayed()
    #expect(delayed.popFirst() == nil)
    delayed.add(1, atNanoseconds: 50)
    delayed.add(2, atNanoseconds: 20)
    #expect(delayed.popFirst() == 2)
    #expect(double.setTimerCount == 1)
    scheduler.run()
    #expect(shown.all == [1])
    delayed.add(3, atNanoseconds: 90)
    #expect(delayed.popFirst() == 3)
    #expect(double.setTimerCount == 0)
  }

  @Test func removingAllLeavesNoTimer() {
    let (delayed, double) = delayed()
    delayed.removeAll()
    delayed.add(1, atNanoseconds: 50)
    delayed.removeAll()
    #expect(delayed.count == 0)
    #expect(double.setTimerCount == 0)
    delayed.add(2, atNanoseconds: 60)
    scheduler.run()
    #expect(shown.all == [2])
  }

  /// What is dropped may call out when it ends; under the lock this would hang.
  @Test func removingAllDropsOutsideTheLock() {
    let delayed = DelayedUpdates<LockProbe>(scheduler: scheduler)
    let wasOpen = Recorder<Bool>()
    delayed.add(
      LockProbe { [unowned delayed] in wasOpen.record(delayed.count == 0) }, atNanoseconds: 1)
    delayed.removeAll()
    #expect(wasOpen.all == [true])
  }

  @Test func oneThatIsHandedOverStillCounts() {
    let delayed = DelayedUpdates<Int>(scheduler: scheduler)
    let counts = Recorder<Int>()
    delayed.setHandler { [unowned delayed] _ in counts.record(delayed.count) }
    for number in 0..<3 { delayed.add(number, atNanoseconds: 5) }
    scheduler.run()
    #expect(counts.all == [3, 2, 1])
    #expect(delayed.count == 0)
  }
}
