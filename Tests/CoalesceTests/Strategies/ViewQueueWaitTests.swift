import Coalesce
import CoalesceTesting
import CoalesceStrategies
import Testing

/// Conditions of `ViewQueue`, looked at every 2 ms; hops cost nothing.
@Suite(.timeLimit(.minutes(15))) struct ViewQueueWaitTests {
  private typealias Queue = ViewQueue<OrderedUpdates<Int>>

  /// A condition that a test sets, and how often it was looked at.
  private final class Gate: Sendable {
    private let state = Locked((isOpen: false, looks: 0))

    var looks: Int { state.withLock { $0.looks } }

    func open() { state.withLock { $0.isOpen = true } }

    func close() { state.withLock { $0.isOpen = false } }

    func look() -> Bool {
      state.withLock { state in
        state.looks += 1
        return state.isOpen
      }
    }
  }

  private let gate = Gate()

  /// A stage whose view queue waits for nothing of its own accord.
  private func stage(cost: Duration = .zero) throws -> (Stage, Queue) {
    let stage = Stage(hop: .zero, cost: cost) {
      ViewQueue(every: .milliseconds(2), scheduler: $0, deliver: $1)
    }
    return (stage, try #require(stage.strategy as? Queue))
  }

  private func waiting(until time: Duration, every period: Duration) -> Timeline.Make {
    { scheduler, deliver in
      ViewQueue(
        waitUntil: { scheduler.nowNanoseconds >= time.wholeNanoseconds }, every: period,
        scheduler: scheduler, deliver: deliver)
    }
  }

  @Test(arguments: Origin.allCases)
  func everyUpdateWaitsForTheConditionThenNoLonger(_ origin: Origin) {
    let input = "abc----d"
    let shown = "------[abc]d"
    let make = waiting(until: .milliseconds(5), every: .milliseconds(2))
    #expect(Timeline(origin: origin).play(input, make) == shown)
  }

  @Test(arguments: Origin.allCases)
  func conditionIsLookedAtAtOnce(_ origin: Origin) {
    let make = waiting(until: .zero, every: .seconds(1))
    #expect(Timeline(origin: origin).play("a-b-[cd]", make) == "a-b-[cd]")
  }

  @Test func tenMillisecondsAreTheDefaultPeriod() {
    let timeline = Timeline()
    let shown = timeline.play("a") { scheduler, deliver in
      ViewQueue(
        waitUntil: { scheduler.nowNanoseconds >= 15_000_000 }, scheduler: scheduler,
        deliver: deliver)
    }
    #expect(shown == "--------------------a")
  }

  @Test(arguments: [-1, 1])
  func timerThatIsNotExactOnlyMovesTheLook(_ milliseconds: Int) {
    let timeline = Timeline(timerError: .milliseconds(milliseconds))
    let make = waiting(until: .milliseconds(5), every: .milliseconds(2))
    #expect(timeline.play("abc", make) == (milliseconds < 0 ? "-----[abc]" : "------[abc]"))
  }

  @Test(arguments: Origin.allCases)
  func laterUpdatesWaitBehindTheOneThatWaits(_ origin: Origin) throws {
    let (stage, queue) = try stage()
    stage.at(.zero, origin) { [gate] in
      stage.submit(1)
      queue.submit(OrderedUpdates([2])) { gate.look() }
      stage.submit(3)
    }
    stage.at(.milliseconds(3), origin) {
      #expect(stage.shown == [1])
      #expect(stage.pendingCount == 2)
    }
    stage.at(.milliseconds(5), origin) { [gate] in gate.open() }
    stage.run()
    #expect(stage.deliveries.map(\.start) == [0, 6, 6].map { .milliseconds($0) })
    #expect(stage.shown == [1, 2, 3])
    #expect(gate.looks == 4)
  }

  /// Each has its own condition, and it is looked at when its turn has come, not before.
  @Test func conditionOfALaterUpdateIsLookedAtInItsTurn() throws {
    let (stage, queue) = try stage()
    let second = Gate()
    stage.at(.zero, .background) { [gate] in
      queue.submit(OrderedUpdates([1])) { gate.look() }
      queue.submit(OrderedUpdates([2])) { second.look() }
    }
    stage.at(.milliseconds(3), .background) { [gate] in
      #expect(second.looks == 0)
      gate.open()
    }
    stage.at(.milliseconds(7), .background) { second.open() }
    stage.run()
    #expect(stage.deliveries.map(\.start) == [.milliseconds(4), .milliseconds(8)])
  }

  @Test func conditionIsLookedAtOnMainAndInsideNoDelivery() throws {
    let (stage, queue) = try stage(cost: .milliseconds(3))
    let wasOnMain = Recorder<Bool>()
    stage.at(.zero, .background) {
      for number in 0..<5 {
        queue.submit(OrderedUpdates([number])) {
          wasOnMain.record(stage.scheduler.isMain && !stage.isDelivering)
          return wasOnMain.count % 3 == 0
        }
      }
    }
    stage.run()
    #expect(stage.shown == Array(0..<5))
    #expect(wasOnMain.all == Array(repeating: true, count: 15))
  }

  @Test func delayComesBeforeTheCondition() throws {
    let (stage, queue) = try stage()
    stage.at(.zero, .background) { [gate] in
      queue.submit(OrderedUpdates([1]), delay: .milliseconds(5)) { gate.look() }
      gate.open()
    }
    stage.at(.milliseconds(4), .background) { [gate] in #expect(gate.looks == 0) }
    stage.run()
    #expect(stage.deliveries.map(\.start) == [.milliseconds(5)])
  }

  @Test func flushDeliversWhateverTheConditionSays() throws {
    let (stage, queue) = try stage()
    stage.at(.zero, .background) { [gate] in
      queue.submit(OrderedUpdates([1])) { gate.look() }
      stage.submit(2)
    }
    stage.at(.milliseconds(3), .main) {
      queue.flush()
      #expect(stage.shown == [1, 2])
      stage.submit(3)
    }
    stage.run()
    #expect(stage.shown == [1, 2, 3])
    #expect(stage.now == .milliseconds(3) || gate.looks == 2)
  }

  /// The turn that waited for a flushed update is the next one's.
  @Test func updateSubmittedInsideAFlushIsNotStranded() throws {
    let (stage, queue) = try stage()
    stage.inside = { elements in
      if elements == [1] { stage.submit(2) }
    }
    stage.at(.zero, .background) { [gate] in
      queue.submit(OrderedUpdates([1])) { gate.look() }
    }
    stage.at(.milliseconds(3), .main) {
      queue.flush()
      #expect(stage.shown == [1])
    }
    stage.run()
    #expect(stage.shown == [1, 2])
  }

  @Test func updateSubmittedInsideAFlushWaitsForNoConditionOfOthers() {
    let stage = Stage(hop: .zero) { ViewQueue(every: .seconds(60), scheduler: $0, deliver: $1) }
    stage.inside = { elements in
      if elements == [1] { stage.submit(2) }
    }
    stage.at(.zero, .background) { [gate] in
      (stage.strategy as? Queue)?.submit(OrderedUpdates([1])) { gate.look() }
    }
    stage.at(.milliseconds(3), .main) { stage.strategy?.flush() }
    stage.run()
    #expect(stage.deliveries.map(\.start) == [.milliseconds(3), .milliseconds(3)])
  }

  @Test(arguments: Origin.allCases)
  func cancelEndsTheWaiting(_ origin: Origin) throws {
    let (stage, queue) = try stage()
    stage.at(.zero, .background) { [gate] in
      queue.submit(OrderedUpdates([1])) { gate.look() }
      stage.submit(2)
    }
    stage.at(.milliseconds(3), origin) { queue.cancel() }
    stage.at(.milliseconds(4), origin) { [gate] in gate.open() }
    stage.run()
    #expect(stage.shown.isEmpty)
    #expect(gate.looks == 2)
  }
}
