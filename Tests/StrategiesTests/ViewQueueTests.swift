import Coalesce
import CoalesceStrategies
import CoalesceTesting
import Dispatch
import BenchLibrarySupport
import Testing

struct ViewQueueTests {
  private typealias Queue = ViewQueue<OrderedUpdates<Int>>

  /// A condition that a test opens, and how often it was checked.
  private final class Gate: Sendable {
    private let state = Locked((isOpen: false, looks: 0))

    var looks: Int { state.withLock { $0.looks } }

    func open() { state.withLock { $0.isOpen = true } }

    func look() -> Bool {
      state.withLock { state in
        state.looks += 1
        return state.isOpen
      }
    }
  }

  private let gate = Gate()

  /// Dispatches take no time; conditions are checked every 2 ms.
  private func stage(cost: Duration = .zero) throws -> (Stage, Queue) {
    let stage = Stage(hop: .zero, cost: cost) {
      ViewQueue(every: .milliseconds(2), scheduler: $0, deliver: $1)
    }
    return (stage, try #require(stage.strategy as? Queue))
  }

  @Test func queueIsHeldUntilTheDeliveryHasRunOnMain() {
    let stage = Stage("view-queue", hop: .milliseconds(1), cost: .milliseconds(10))
    stage.at(.zero, .background) { stage.submit(1, 2) }
    stage.run()
    // A dispatch to the queue, one to the main thread, and the delivery; only then does the next turn begin.
    #expect(stage.starts == [.milliseconds(2), .milliseconds(14)])
  }

  @Test func twoViewsDoNotWaitForEachOther() {
    let scheduler = VirtualScheduler(hop: .milliseconds(1))
    let shown = Recorder<String>()
    let views = ["A", "B"].map { name in
      ViewQueue<NewestValue<Int>>(scheduler: scheduler) { shown.record("\(name)\($0.value)") }
    }
    for view in views {
      for number in 1...3 { view.submit(NewestValue(number)) }
    }
    scheduler.run()
    #expect(shown.all == ["A1", "B1", "A2", "B2", "A3", "B3"])
  }

  @Test(arguments: Origin.allCases)
  func shorterDelaysComeFirstAndEqualDelaysKeepTheirOrder(_ origin: Origin) throws {
    let (stage, queue) = try stage()
    stage.at(.zero, origin) {
      for (number, delay) in [9, 3, 0, 6, 3, -5].enumerated() {
        queue.submit(OrderedUpdates([number]), delay: .milliseconds(delay))
      }
      #expect(stage.pendingCount == 6)
    }
    stage.run()
    #expect(stage.shown == [2, 5, 1, 4, 3, 0])
    #expect(stage.starts == [0, 0, 3, 3, 6, 9].map { .milliseconds($0) })
    #expect(stage.pendingCount == 0)
  }

  @Test func flushDeliversInTheOrderOfTheDelays() throws {
    let (stage, queue) = try stage()
    stage.at(.zero, .main) {
      queue.submit(OrderedUpdates([1]), delay: .milliseconds(9))
      queue.submit(OrderedUpdates([2]), delay: .milliseconds(3))
      queue.submit(OrderedUpdates([3]))
      queue.flush()
      #expect(stage.shown == [3, 2, 1])
      queue.submit(OrderedUpdates([4]), delay: .milliseconds(1))
    }
    stage.run()
    #expect(stage.shown == [3, 2, 1, 4])
    #expect(stage.starts.last == .milliseconds(1))
  }

  @Test func longestDelayNeverEnds() throws {
    let (stage, queue) = try stage()
    stage.at(.milliseconds(1), .main) {
      queue.submit(OrderedUpdates([1]), delay: .seconds(Int64.max))
      stage.submit(2)
    }
    stage.run()
    #expect(stage.shown == [2])
    #expect(stage.pendingCount == 1)
  }

  /// The condition becomes true after `until` ms; the default period is 10 ms.
  @Test(
    arguments: [
      ("abc----d", 5, 2, 0, "------[abc]d"), ("abc", 5, 2, -1, "-----[abc]"),
      ("abc", 5, 2, 1, "------[abc]"), ("a-b-[cd]", 0, 1_000, 0, "a-b-[cd]"),
      ("a", 15, nil, 0, "--------------------a"),
    ] as [(String, Int64, Int?, Int, String)], Origin.allCases)
  func conditionIsCheckedImmediatelyAndEveryPeriod(
    _ example: (input: String, until: Int64, period: Int?, error: Int, shown: String),
    _ origin: Origin
  ) {
    let timeline = Timeline(origin: origin, timerError: .milliseconds(example.error))
    let shown = timeline.play(example.input) { scheduler, deliver in
      let isTrue = { @Sendable in
        scheduler.elapsedNanoseconds >= Duration.milliseconds(example.until).wholeNanoseconds
      }
      guard let period = example.period else {
        return ViewQueue(waitUntil: isTrue, scheduler: scheduler, deliver: deliver)
      }
      return ViewQueue(
        waitUntil: isTrue, every: .milliseconds(period), scheduler: scheduler, deliver: deliver)
    }
    #expect(shown == example.shown)
  }

  @Test(arguments: Origin.allCases)
  func updatesWaitWhileAnEarlierConditionIsFalse(_ origin: Origin) throws {
    let (stage, queue) = try stage()
    let second = Gate()
    stage.at(.zero, origin) { [gate] in
      stage.submit(1)
      queue.submit(OrderedUpdates([2])) { gate.look() }
      queue.submit(OrderedUpdates([3])) { second.look() }
    }
    stage.at(.milliseconds(3), origin) {
      #expect(stage.shown == [1])
      #expect(stage.pendingCount == 2)
    }
    stage.at(.milliseconds(5), origin) { [gate] in
      #expect(second.looks == 0)
      gate.open()
    }
    stage.at(.milliseconds(7), origin) { second.open() }
    stage.run()
    #expect(stage.starts == [0, 6, 8].map { .milliseconds($0) })
    #expect(stage.shown == [1, 2, 3])
    #expect(gate.looks == 4)
  }

  @Test func conditionIsCheckedOnMainOutsideDeliveries() throws {
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

  @Test func conditionIsCheckedOnlyAfterTheDelay() throws {
    let (stage, queue) = try stage()
    stage.at(.zero, .background) { [gate] in
      queue.submit(OrderedUpdates([1]), delay: .milliseconds(5)) { gate.look() }
      gate.open()
    }
    stage.at(.milliseconds(4), .background) { [gate] in #expect(gate.looks == 0) }
    stage.run()
    #expect(stage.starts == [.milliseconds(5)])
  }

  /// An update submitted in the flush takes over the turn and does not wait for another update's condition.
  @Test func flushIgnoresTheCondition() throws {
    let (stage, queue) = try stage()
    stage.inside = { if $0 == [1] { stage.submit(3) } }
    stage.at(.zero, .background) { [gate] in
      queue.submit(OrderedUpdates([1])) { gate.look() }
      stage.submit(2)
    }
    stage.at(.milliseconds(3), .main) {
      queue.flush()
      #expect(stage.shown == [1, 2])
    }
    stage.run()
    #expect(stage.shown == [1, 2, 3])
    #expect(stage.starts.last == .milliseconds(3))
  }

  @Test(arguments: Origin.allCases)
  func cancelEndsTheWaitForACondition(_ origin: Origin) throws {
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

  enum Misuse: CaseIterable { case flush, submit, cancel, drop }

  /// The first update's condition uses the queue; it is true from its third check on.
  @Test(arguments: Misuse.allCases) func conditionMayUseItsQueue(_ misuse: Misuse) throws {
    let stage = try stage().0
    let looks = Locked(0)
    stage.at(.zero, .background) {
      (stage.strategy as? Queue)?.submit(OrderedUpdates([1])) {
        switch misuse {
        case .flush: stage.strategy?.flush()
        case .submit: stage.submit(3)
        case .cancel: stage.strategy?.cancel()
        case .drop: stage.drop()
        }
        #expect(stage.shown.isEmpty)
        return looks.withLock { looks in
          looks += 1
          return looks > 2
        }
      }
      stage.submit(2)
    }
    weak let queue: AnyObject? = stage.strategy
    stage.run()
    switch misuse {
    case .flush: #expect(stage.shown == [1, 2])
    case .submit: #expect(stage.shown == [1, 2, 3, 3, 3])
    case .cancel: #expect(stage.shown.isEmpty && stage.pendingCount == 0)
    case .drop: #expect(stage.shown.count <= 1 && queue == nil)
    }
  }

  /// Releasing a suspended dispatch queue traps.
  @Test func droppingAWaitingQueueReleasesIt() {
    let main = RealMain()
    let asked = DispatchSemaphore(value: 0)
    for _ in 0..<100 {
      var queue: ViewQueue<UpdateCount>? = ViewQueue(
        waitUntil: {
          asked.signal()
          return false
        }, scheduler: main.scheduler
      ) { _ in }
      for _ in 0..<3 { queue?.submit(.one) }
      #expect(asked.arrives())
      weak let dropped = queue
      queue = nil
      main.settle()
      #expect(dropped == nil)
    }
  }
}
