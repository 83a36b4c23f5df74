import CoalesceTesting
import BenchLibrarySupport
import Testing

@testable import Coalesce
import CoalesceStrategies

/// `submit(_:within:)`: an urgent update is delivered together with all earlier ones.
struct BoundTests {
  /// The bound of an empty update does not apply to the next one.
  @Test func emptyUpdateHasNoBound() {
    let scheduler = VirtualScheduler()
    let times = Recorder<Duration>()
    let list = Coalescer<OrderedUpdates<Int>>(
      .throttle(for: .seconds(1)), on: .scheduler(scheduler)
    ) { _ in times.record(scheduler.now) }
    scheduler.at(.zero, .background) { list.submit(0) }
    scheduler.at(.milliseconds(10), .background) {
      list.submit(OrderedUpdates([]), within: .milliseconds(20))
    }
    scheduler.at(.milliseconds(15), .background) { list.submit(1) }
    scheduler.run()
    #expect(times.all.last.map { $0 >= .seconds(1) } == true, "\(times.all)")
  }

  /// Submits without a bound, then with one, to a coalescer whose next delivery is due in an hour. Returns what is
  /// delivered within 2 ms.
  private func delivered<Update: Mergeable>(
    _ first: (Coalescer<Update>) -> Void, _ second: (Coalescer<Update>) -> Void
  ) -> [Update] {
    let scheduler = VirtualScheduler()
    let shown = Recorder<Update>()
    let coalescer = Coalescer<Update>(.debounce(for: .seconds(3_600)), on: .scheduler(scheduler)) {
      shown.record($0)
    }
    first(coalescer)
    second(coalescer)
    scheduler.run(until: .milliseconds(2))
    return shown.all
  }

  @Test func everyPlainValueCanHaveABound() {
    let bound = Duration.milliseconds(1)
    #expect(
      delivered(
        { $0.submit(contentsOf: [1, 2]) }, { $0.submit(contentsOf: [2, 3], within: bound) })
        == [ChangedIDs([1, 2, 3])])
    #expect(
      delivered({ $0.submit(contentsOf: 1...2) }, { $0.submit(contentsOf: [3], within: bound) })
        == [OrderedUpdates([1, 2, 3])])
    #expect(
      delivered({ $0.submit(1) }, { $0.submit(2, within: bound) }) == [OrderedUpdates([1, 2])])
    let values: [NewestByKey<String, Int>] = delivered(
      { $0.submit(1, for: "A") }, { $0.submit(2, for: "B", within: bound) })
    #expect(values.map(\.values) == [["A": 1, "B": 2]])
  }

  /// Policies that would delay updates 2 and 3 (at 5 and 7 ms) for a long time.
  static let slow: [Pace] = [
    .throttle(for: .seconds(3)), .throttleInSubmit(for: .seconds(3)),
    .throttleEndToStart(for: .seconds(3)), .rateAdaptive(minimum: .seconds(3)),
    .debounce(for: .seconds(3), maximum: .seconds(9)), .frame(period: .seconds(3)),
    .balanced(price: 0.001, deliveryCost: .seconds(1)),
    .balancedEager(price: 0.001, deliveryCost: .seconds(1)),
  ]

  /// Submits and flushes update 1 at 2 ms, and submits update 2 at 5 ms, which then waits.
  private func stage(_ pace: Pace) -> Stage {
    let stage = Stage(pace)
    stage.at(.milliseconds(2), .main) {
      stage.submit(1)
      stage.strategy?.flush()
    }
    stage.at(.milliseconds(5), .background) { stage.submit(2) }
    return stage
  }

  private func submit(_ number: Int, within bound: Duration, to stage: Stage) {
    stage.coalescer?.submit(OrderedUpdates([number]), within: bound)
  }

  @Test(arguments: slow, Origin.allCases)
  func boundOfZeroDeliversEverythingInTheNextPass(_ pace: Pace, _ origin: Origin) {
    let stage = stage(pace)
    stage.at(.milliseconds(7), origin) {
      submit(3, within: .zero, to: stage)
      #expect(stage.shown == [1], "Never inside the call.")
    }
    stage.run()
    #expect(stage.deliveries.map(\.elements) == [[1], [2, 3]])
    #expect(stage.starts.last == .microseconds(7_050))
  }

  /// Leaves out the eager policy, which delivers earlier because it guesses that nothing follows.
  @Test(
    arguments: slow.filter { !($0.policy is BalancedEagerPolicy) }, Origin.allCases)
  func boundIsMetWithinOneDispatch(_ pace: Pace, _ origin: Origin) {
    let stage = stage(pace)
    stage.at(.milliseconds(7), origin) { submit(3, within: .milliseconds(16), to: stage) }
    stage.at(.milliseconds(20), origin) { stage.submit(4) }
    stage.run()
    #expect(stage.deliveries.map(\.elements) == [[1], [2, 3, 4]])
    // The main thread submits only once it has woken up, and waking for the timer takes as long again.
    let submitted = Duration.milliseconds(7) + (origin == .main ? .microseconds(50) : .zero)
    #expect(stage.starts.last == submitted + .milliseconds(16) + .microseconds(50))
  }

  @Test(arguments: [3, Int64.max])
  func boundAfterThePolicysDueTimeHasNoEffect(seconds: Int64) {
    let stage = stage(.throttle(for: .milliseconds(10)))
    stage.at(.milliseconds(7), .background) { submit(3, within: .seconds(seconds), to: stage) }
    stage.run()
    #expect(stage.deliveries.map(\.elements) == [[1], [2, 3]])
    #expect(stage.starts.last == .microseconds(12_100))
  }

  @Test(arguments: [[16, 4], [4, 16], [4, -1_000], [-1, 4]])
  func shortestBoundWins(_ bounds: [Int]) {
    let stage = stage(.throttle(for: .seconds(3)))
    stage.at(.milliseconds(7), .background) {
      for bound in bounds { submit(3, within: .milliseconds(bound), to: stage) }
    }
    stage.run()
    let shortest = Duration.milliseconds(max(0, bounds.min() ?? 0))
    #expect(stage.starts.last == .milliseconds(7) + shortest + .microseconds(50))
    #expect(stage.shown == [1, 2, 3, 3])
  }

  @Test(arguments: [0, 40])
  func boundedUpdateIsDeliveredRightAfterTheCurrentDelivery(_ layout: Int) {
    let stage = Stage(.throttle(for: .seconds(3)), cost: .milliseconds(20))
    stage.layout = .milliseconds(layout)
    stage.at(.zero, .background) { stage.submit(1) }
    stage.at(.milliseconds(5), .background) { submit(2, within: .zero, to: stage) }
    stage.run()
    #expect(stage.deliveries.map(\.elements) == [[1], [2]])
    #expect(stage.starts.last == .milliseconds(20 + layout) + .microseconds(50))
  }

  @Test func boundEndsWithItsDelivery() {
    let stage = stage(.throttle(for: .milliseconds(100)))
    stage.at(.milliseconds(7), .main) {
      submit(3, within: .milliseconds(16), to: stage)
      stage.strategy?.flush()
      stage.submit(4)
    }
    stage.run()
    #expect(stage.deliveries.map(\.elements) == [[1], [2, 3], [4]])
    #expect(stage.starts.last == .microseconds(107_100))
  }

  /// The bound must not make a later delivery too early.
  @Test(arguments: slow, Origin.allCases)
  func boundEndsWhenItsUpdateIsDropped(_ pace: Pace, _ origin: Origin) {
    let starts = [true, false].map { isBounded in
      let stage = Stage(pace)
      stage.at(.zero, .main) {
        stage.submit(1)
        stage.strategy?.flush()
      }
      stage.at(.milliseconds(7), origin) {
        if isBounded { submit(2, within: .milliseconds(16), to: stage) } else { stage.submit(2) }
      }
      stage.at(.milliseconds(8), origin) { stage.coalescer?.cancelPending() }
      stage.at(.milliseconds(9), origin) { stage.submit(3) }
      stage.run()
      #expect(stage.shown == [1, 3])
      return stage.starts
    }
    #expect(starts[0] == starts[1])
  }
}
