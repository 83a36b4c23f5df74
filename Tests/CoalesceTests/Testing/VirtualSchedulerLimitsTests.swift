import BenchHarness
import Coalesce
import CoalesceTesting
import BenchLibrarySupport
import Testing

/// Special cases of a virtual scheduler: early and late timers, nested turns, and the end of endless
/// simulations.
struct VirtualSchedulerLimitsTests {
  private let scheduler = VirtualScheduler(hop: .zero)

  /// The times at which timers with these deadlines fire, all set at time 0.
  private func firings(_ deadlines: [UInt64], errors: [Int64]) -> [UInt64] {
    let times = Recorder<UInt64>()
    var errors = errors[...]
    scheduler.timerErrorNanoseconds = { errors.popFirst() ?? 0 }
    let timers = deadlines.map { deadline in
      let timer = scheduler.makeTimer()
      timer.setHandler { [scheduler] in times.record(scheduler.elapsedNanoseconds) }
      let start = VirtualScheduler.usualStartNanoseconds
      timer.schedule(deadlineNanoseconds: deadline == .max ? .max : start + deadline)
      return timer
    }
    scheduler.run()
    return withExtendedLifetime(timers) { times.all }
  }

  @Test func timersAreLateOrEarlyByTheGivenErrors() {
    #expect(firings([100, 200, 300], errors: [30, -20, 0]) == [130, 180, 300])
    #expect(firings([.max, .max], errors: [-5, 5]) == [], "never")
  }

  /// Otherwise, a timer that sets itself again would fire early forever.
  @Test func earlyErrorIsIgnoredIfTheTimerWouldFireImmediately() {
    #expect(firings([20, 21], errors: [-20, -20]) == [1, 20])
  }

  /// They do not happen even if steps are added later.
  @Test func eventsBeyondTheStepLimitNeverHappen() {
    let order = Recorder<Int>()
    scheduler.stepsLeft = 0
    scheduler.at(.zero) { order.record(1) }
    scheduler.onMain { order.record(2) }
    for isFirst in [true, false] { scheduler.postTurn(isFirst: isFirst) { order.record(3) } }
    scheduler.stepsLeft = .max
    scheduler.run()
    #expect(order.all == [])
  }

  @Test func nestedTurnRunsEarlierBlocks() {
    let order = Recorder<Int>()
    scheduler.onMain { [scheduler] in
      order.record(1)
      scheduler.onMain {
        order.record(3)
        scheduler.onMain { order.record(5) }
      }
      order.record(2)
      scheduler.turnRunLoop()
      order.record(4)
    }
    scheduler.run()
    #expect(order.all == [1, 2, 3, 4, 5])
  }

  @Test func simulationEndsWhenItsStepsAreUsedUp() {
    let count = Recorder<Void>()
    @Sendable func post() {
      scheduler.onMain {
        count.record(())
        post()
      }
    }
    post()
    scheduler.at(nanoseconds: 1_000) { count.record(()) }
    scheduler.stepsLeft = 10
    #expect(scheduler.run())
    #expect(scheduler.stepsLeft == 0)
    #expect((5...10).contains(count.count))
    scheduler.onMain { count.record(()) }
    let before = count.count
    scheduler.run()
    #expect(count.count == before)
  }

  @Test func wakeUpsAreCounted() {
    let queue = scheduler.makeQueue(label: "q")
    for time in [0, 10, 20] as [UInt64] {
      scheduler.at(nanoseconds: time) { [scheduler] in
        queue.async { release in
          scheduler.onMain {}
          scheduler.onMain {}
          release()
        }
      }
    }
    scheduler.run()
    #expect(scheduler.mainWakeUps == 3)
    #expect(scheduler.queueWakeUps == 3)
  }
}
