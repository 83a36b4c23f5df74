import BenchHarness
import Coalesce
import CoalesceTesting
import BenchLibrarySupport
import Testing

struct VirtualSchedulerTests {
  /// A test with an asynchronous handler would otherwise see nothing and not know why.
  @Test func taskThatCannotRunIsReported() async throws {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      await MainActor.run {
        let time = VirtualScheduler()
        let reload = Reload(.nextPass, on: .scheduler(time))
        reload.onDelivery { await Task.yield() }
        for _ in 0..<2 {
          reload.setNeedsUpdate()
          time.run()
        }
      }
    }
    let said = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(said.split(separator: "tasks do not run in virtual time").count == 2, "\(said)")
  }

  private let scheduler = VirtualScheduler(hop: .milliseconds(1))

  private func time(_ milliseconds: Int) -> UInt64 {
    Duration.milliseconds(milliseconds).wholeNanoseconds
  }

  private func uptime(_ milliseconds: Int) -> UInt64 {
    VirtualScheduler.usualStartNanoseconds + time(milliseconds)
  }

  /// Real clocks are never near 0; starting there would affect code that uses 0 for "never".
  @Test func simulationBeginsHoursAfterTheMachine() {
    #expect(scheduler.now == .zero && scheduler.nowNanoseconds > 3_600_000_000_000)
    let frames = Duration.nanoseconds(scheduler.nowNanoseconds) / (Duration.seconds(1) / 60)
    #expect(abs(frames - frames.rounded()) < 1e-6)
  }

  @Test func timerFiresOnceAtTheDeadlineSetLast() {
    let fired = Recorder<UInt64>()
    let timer = scheduler.makeTimer()
    timer.setHandler { [scheduler] in fired.record(scheduler.elapsedNanoseconds) }
    timer.schedule(deadlineNanoseconds: uptime(5))
    timer.schedule(deadlineNanoseconds: uptime(3))
    scheduler.run()
    timer.schedule(deadlineNanoseconds: uptime(20))
    timer.disarm()
    scheduler.run()
    timer.schedule(deadlineNanoseconds: uptime(8))
    timer.disarm()
    timer.schedule(deadlineNanoseconds: uptime(30))
    scheduler.run()
    timer.schedule(deadlineNanoseconds: 0)
    scheduler.run()
    #expect(fired.all == [time(4), time(31), time(32)])
  }

  @Test func releasedTimerNeverFires() {
    var fired: Recorder<UInt64>? = Recorder()
    weak let released = fired
    var timer: (any UpdateTimer)? = scheduler.makeTimer()
    timer?.setHandler { [fired] in fired?.record(0) }
    timer?.schedule(deadlineNanoseconds: uptime(5))
    (timer, fired) = (nil, nil)
    #expect(released == nil)
    scheduler.run()
    #expect(scheduler.mainWakeUps == 0)
  }

  @Test func settingAfterTheLastStepReplacesTheEarlierOne() {
    let fired = Recorder<UInt64>()
    let timer = scheduler.makeTimer()
    timer.setHandler { [scheduler] in fired.record(scheduler.elapsedNanoseconds) }
    timer.schedule(deadlineNanoseconds: uptime(5))
    scheduler.stepsLeft = 0
    timer.schedule(deadlineNanoseconds: uptime(20))
    scheduler.stepsLeft = 10
    scheduler.run()
    #expect(fired.all.isEmpty)
  }

  /// Like a toolkit that paints frames before everything on the main queue, or once that is empty.
  @Test func postedTurnsComeBeforeOrAfterQueuedBlocks() {
    let scheduler = VirtualScheduler()
    let log = Recorder<String>()
    scheduler.at(.zero) {
      scheduler.postTurn(isFirst: false) { log.record("last") }
      scheduler.onMain { log.record("block") }
      scheduler.postTurn(isFirst: true) { log.record("first") }
    }
    scheduler.run()
    #expect(log.all == ["first", "block", "last"])
  }

  @Test func blocksForABusyMainThreadRunInItsNextPass() {
    var startedAt: UInt64?
    scheduler.onMain(atNanoseconds: time(0)) { scheduler.spend(nanoseconds: time(10)) }
    scheduler.onMain(atNanoseconds: time(5)) { startedAt = scheduler.elapsedNanoseconds }
    scheduler.run()
    #expect(startedAt == time(11))
  }

  @Test func passRunsOnlyTheBlocksWaitingAtItsStart() {
    let log = Recorder<String>()
    scheduler.onMain { [scheduler] in
      log.record("first")
      scheduler.onMain { log.record("third") }
    }
    scheduler.onMain { log.record("second") }
    scheduler.turnDidEnd = { log.record("turn") }
    scheduler.run()
    #expect(log.all == ["first", "second", "turn", "third", "turn"])
  }

  @Test func otherEventsHappenWhileTheMainThreadWorks() {
    var log: [String] = []
    scheduler.onMain(atNanoseconds: time(0)) {
      scheduler.spend(nanoseconds: time(10))
      log.append("worked, on main: \(scheduler.isMain)")
    }
    scheduler.at(nanoseconds: time(5)) { log.append("at 5, on main: \(scheduler.isMain)") }
    scheduler.at(nanoseconds: time(12)) { log.append("at 12, on main: \(scheduler.isMain)") }
    scheduler.run()
    #expect(log == ["at 5, on main: false", "worked, on main: true", "at 12, on main: false"])
  }

  @Test func arrivalsHappenInOrderAmongOtherEvents() {
    var log: [String] = []
    scheduler.setArrivals([1, 3, 3]) { log.append("arrival \($0)") }
    scheduler.at(nanoseconds: 2) { log.append("event") }
    scheduler.run()
    #expect(log == ["arrival 0", "event", "arrival 1", "arrival 2"])
  }

  @Test func runStopsAtItsLimitAndCanResume() {
    var log: [Int] = []
    for number in 1...3 { scheduler.at(nanoseconds: UInt64(number)) { log.append(number) } }
    #expect(!scheduler.run(untilNanoseconds: 2))
    #expect(log == [1, 2])
    #expect(scheduler.run())
    #expect(log == [1, 2, 3])
  }

  @Test func heldQueueRunsNothingUntilItIsReleased() {
    let log = Recorder<String>()
    let queue = scheduler.makeQueue(label: "test")
    queue.async { [scheduler] release in
      log.record("first at \(scheduler.elapsedNanoseconds)")
      scheduler.at(nanoseconds: 20_000_000) { release() }
    }
    queue.async { [scheduler] release in
      log.record("second at \(scheduler.elapsedNanoseconds)")
      release()
    }
    scheduler.run()
    #expect(log.all == ["first at 1000000", "second at 21000000"])
  }
}
