import CoalesceTesting
import Dispatch
import BenchLibrarySupport
import Testing

@testable import Coalesce

/// The default pace of a coalescer.
struct AdaptivePolicyTests {
  private let scheduler = VirtualScheduler()
  private let times = Recorder<Duration>()

  private func view(taking cost: Duration) -> Coalescer<UpdateCount> {
    Coalescer(on: .scheduler(scheduler)) { [scheduler] _ in scheduler.spend(cost) }
  }

  /// A view that records when it is shown, which takes no time.
  private func label() -> Coalescer<UpdateCount> {
    Coalescer(on: .scheduler(scheduler)) { [scheduler, times] _ in times.record(scheduler.now) }
  }

  /// Intervals computed by hand: a frame, 4 deliveries, 55 ms, or 2 deliveries.
  @Test(arguments: [(2, 16.666_667), (8, 32), (16, 55), (25, 55), (50, 100), (300, 600)])
  func intervalGrowsWithTheDeliveryCost(cost: Int, interval: Double) {
    let stage = Stage(.adaptive, hop: .zero, cost: .milliseconds(cost))
    stage.submit(0..<4_000, every: .milliseconds(1))
    stage.run()
    let starts = stage.starts
    #expect(starts[0] == .zero, "The first comes at once.")
    // A single sample is not trusted; two are.
    #expect(abs((starts[2] - starts[1]) / .milliseconds(1) - interval) <= 1, "\(starts.prefix(3))")
    let gaps = zip(starts.dropFirst(3), starts.dropFirst(2)).map { $0 - $1 }.dropLast()
    #expect(gaps.allSatisfy { abs($0 / .milliseconds(1) - interval) <= 1 }, "\(gaps)")
  }

  @Test func oneLongDeliveryDoesNotLengthenLaterIntervals() {
    let stage = Stage(.adaptive, hop: .zero, cost: .milliseconds(300))
    stage.inside = { _ in stage.cost = .milliseconds(2) }
    stage.submit(0..<600, every: .milliseconds(1))
    stage.run()
    #expect(stage.starts[1] == .milliseconds(300))
    #expect(stage.starts[2] <= .milliseconds(320))
  }

  /// The views are independent of each other.
  @Test(arguments: [2, 4, 8])
  func viewsShareHalfOfTheMainThread(count: Int) {
    let order = Recorder<Int>()
    let views = (0..<count).map { view in
      Coalescer<UpdateCount>(on: .scheduler(scheduler)) { [scheduler] _ in
        order.record(view)
        scheduler.spend(.milliseconds(25))
      }
    }
    for step in 0..<4_000 {
      scheduler.at(.milliseconds(step), .background) { for view in views { view.submit(.one) } }
    }
    scheduler.run(until: .seconds(4))
    let busy = Double(order.all.count) * 25 / 4_000
    // Half of the time, and an advance of 100 ms.
    #expect((0.45...0.53).contains(busy), "\(busy)")
    let each = (0..<count).map { view in order.all.count { $0 == view } }
    #expect((each.max() ?? 0) - (each.min() ?? 0) <= 1, "\(each)")
  }

  /// Views with deliveries of different lengths, all with updates every millisecond for four seconds.
  private func play(
    _ costs: [Duration], every: [Duration], layout: Duration = .zero
  ) -> (longest: [Duration], busiest: Duration) {
    let length = Duration.seconds(4)
    let needsLayout = Flag()
    let waits = Locked([Duration](repeating: .zero, count: costs.count))
    let oldest = Locked([Duration?](repeating: nil, count: costs.count))
    let spans = Recorder<(start: Duration, cost: Duration)>()
    let views = costs.indices.map { view in
      Coalescer<UpdateCount>(on: .scheduler(scheduler)) { [scheduler] _ in
        needsLayout.set()
        spans.record((scheduler.now, costs[view]))
        scheduler.spend(costs[view])
        let since = oldest.withLock { $0[view].take() }
        if let since { waits.withLock { $0[view] = max($0[view], scheduler.now - since) } }
      }
    }
    scheduler.turnDidEnd = { [unowned scheduler] in
      guard needsLayout.take(), layout > .zero else { return }
      spans.record((scheduler.now, layout))
      scheduler.spend(layout)
    }
    for view in costs.indices {
      for step in 0..<Int(length / every[view]) {
        let time = every[view] * step
        scheduler.at(time, .background) {
          oldest.withLock { $0[view] = $0[view] ?? time }
          views[view].submit(.one)
        }
      }
    }
    scheduler.run()
    // The busiest window of a second ends with a delivery's start.
    let all = spans.all
    var (first, taken, busiest) = (0, Duration.zero, Duration.zero)
    for span in all {
      taken += span.cost
      while all[first].start <= span.start - .seconds(1) {
        taken -= all[first].cost
        first += 1
      }
      busiest = max(busiest, taken)
    }
    return (waits.withLock { $0 }, busiest)
  }

  /// The documented bounds: half of the time, an advance of 100 ms and a delivery; a wait of twice the sum. In µs.
  @Test(arguments: [
    (1, 20_000), (4, 20_000), (10, 20_000), (20, 5_000), (3, 120_000), (60, 2_000), (100, 1_000),
    (3_000, 100),
  ])
  func anySecondHasHalfOfTheMainThreadAndNobodyStarves(count: Int, cost: Int) {
    let cost = Duration.microseconds(cost)
    let every = Duration.milliseconds(count > 1_000 ? 500 : 5)
    let (longest, busiest) = play(
      Array(repeating: cost, count: count), every: Array(repeating: every, count: count))
    #expect(busiest <= .milliseconds(601) + cost, "\(busiest)")
    let most = cost * 2 * count + max(cost, .milliseconds(17))
    #expect((longest.max() ?? .zero) <= max(.milliseconds(100), most), "\(longest.max() ?? .zero)")
  }

  /// The same for views whose layout takes most of the time. Views in one turn share its commit. Until three commits
  /// have been timed, the layout counts as 0.
  @Test(arguments: [(1, 20), (4, 20), (10, 10), (100, 10)])
  func layoutIsInTheAccount(count: Int, layout: Int) {
    let (cost, layout) = (Duration.microseconds(500), Duration.milliseconds(layout))
    let (longest, busiest) = play(
      Array(repeating: cost, count: count),
      every: Array(repeating: .milliseconds(5), count: count), layout: layout)
    #expect(busiest <= .milliseconds(605) + layout, "\(busiest)")
    let most = (cost + layout) * 2 * count + layout * 3
    #expect((longest.max() ?? .zero) <= max(.milliseconds(105), most), "\(longest.max() ?? .zero)")
  }

  @Test func flushIsNotInTheAccount() {
    let (list, label) = (view(taking: .milliseconds(50)), label())
    for step in 0..<3 { scheduler.at(.seconds(step), .background) { list.submit(.one) } }
    scheduler.onMain(at: .seconds(10)) {
      for _ in 0..<10 {
        list.submit(.one)
        list.flush()
      }
    }
    scheduler.at(.milliseconds(10_510), .background) { label.submit(.one) }
    scheduler.run()
    #expect(times.all.count == 1 && times.all[0] < .milliseconds(10_511), "\(times.all)")
  }

  /// A label beside a list that takes 80 ms once a second waits as with throttles.
  @Test func cheapViewDoesNotWaitForAnUnlikeNeighbour() {
    let costs = [Duration.microseconds(300), .milliseconds(80)]
    let every = [Duration.milliseconds(10), .seconds(1)]
    let (longest, _) = play(costs, every: every)
    #expect(longest[0] <= .milliseconds(100), "\(longest)")
    #expect(longest[1] <= .milliseconds(185), "\(longest)")
  }

  /// The dear view waits until 300 ms are paid for; the cheap one need not.
  @Test func cheapViewThatJoinsTheQueueOvertakes() {
    let dear = (0..<2).map { _ in view(taking: .milliseconds(300)) }
    let cheap = label()
    for step in 0..<4 {
      scheduler.at(.seconds(2 * step), .background) { for view in dear { view.submit(.one) } }
    }
    scheduler.at(.milliseconds(6_320), .background) { cheap.submit(.one) }
    scheduler.run()
    #expect(times.all.last.map { $0 < .milliseconds(6_520) } == true, "\(times.all)")
  }

  /// Three views with slightly different costs take turns: none waits for much longer than the sum of all.
  @Test func nearlyEqualViewsTakeTurns() {
    let costs = [Duration.microseconds(25_700), .microseconds(25_800), .microseconds(25_750)]
    let (longest, _) = play(costs, every: Array(repeating: .milliseconds(5), count: 3))
    #expect((longest.max() ?? .zero) <= .milliseconds(185), "\(longest)")
  }

  @Test func dearViewBesideManyCheapOnesIsServed() {
    let costs = [Duration.milliseconds(120)] + Array(repeating: .milliseconds(4), count: 60)
    let every = Array(repeating: Duration.milliseconds(5), count: 61)
    let (longest, busiest) = play(costs, every: every)
    #expect(longest[0] <= .milliseconds(900), "\(longest)")
    #expect(busiest <= .milliseconds(721), "\(busiest)")
  }

  /// Two views in one turn share its layout commit; one alone has all of it.
  @Test(arguments: [1, 2]) func layoutCommitCountsOnce(count: Int) {
    let views = Views(count, group: .adaptive, member: .adaptive, layout: .milliseconds(14))
    for step in 0..<4_000 { views.submit(to: 0..<count, at: .milliseconds(step)) }
    views.scheduler.run(until: .seconds(4))
    let busy = Double(views.turns.count) * 14 / 4_000
    #expect(count == 1 ? (0.24...0.28).contains(busy) : (0.24...0.52).contains(busy), "\(busy)")
  }

  @Test func otherPaceLeavesTheAccountAndComesBack() {
    let views = (0..<8).map { _ in view(taking: .milliseconds(25)) }
    for view in views { view.pace = .nextPass }
    func deliveries() -> Int { views.reduce(0) { $0 + $1.statistics.deliveries } }
    func busy(from start: Duration) -> Double {
      for step in 0..<1_000 {
        scheduler.at(start + .milliseconds(step), .background) {
          for view in views { view.submit(.one) }
        }
      }
      let before = deliveries()
      scheduler.run(until: start + .seconds(1))
      return Double(deliveries() - before) * 0.025
    }
    #expect(busy(from: .zero) > 0.9)
    for view in views { view.pace = .adaptive }
    _ = busy(from: .seconds(1))
    #expect((0.4...0.65).contains(busy(from: .seconds(2))))
    for view in views { view.pace = .nextPass }
    #expect(busy(from: .seconds(3)) > 0.9)
  }

  /// A dear view has just been shown, so the label would wait for its turn until 6.4 s.
  @Test func viewThatLeavesTheAccountNeedsNoTurn() {
    let (dear, label) = (view(taking: .milliseconds(300)), label())
    for step in 0..<4 { scheduler.at(.seconds(2 * step), .background) { dear.submit(.one) } }
    scheduler.at(.milliseconds(6_310), .background) { label.submit(.one) }
    scheduler.at(.milliseconds(6_320), .background) { label.pace = .nextPass }
    scheduler.run()
    #expect(times.all.first.map { $0 < .milliseconds(6_321) } == true, "\(times.all)")
  }

  @Test func resetTimingForgetsWhatIsOwed() {
    let list = Coalescer<UpdateCount>(on: .scheduler(scheduler)) { [scheduler, times] _ in
      times.record(scheduler.now)
      scheduler.spend(.milliseconds(200))
    }
    for step in 0..<5 { scheduler.at(.seconds(step), .background) { list.submit(.one) } }
    scheduler.at(.milliseconds(4_210), .background) {
      list.submit(.one)
      list.resetTiming()
    }
    scheduler.run()
    #expect(times.all.last.map { $0 < .milliseconds(4_212) } == true, "\(times.all)")
  }

  /// Two coalescers that are given the same queue share its time.
  @Test func coalescersOfOneQueueShareItsTime() {
    let queue = DispatchQueue(label: "own")
    let views = (0..<2).map { _ in Coalescer<UpdateCount>(on: .queue(queue)) { _ in } }
    #expect(views[0].engine.scheduler.turns === views[1].engine.scheduler.turns)
    let other = Coalescer<UpdateCount>(on: .queue(DispatchQueue(label: "other"))) { _ in }
    #expect(other.engine.scheduler.turns !== views[0].engine.scheduler.turns)
  }

  /// The tasks run elsewhere, so they take none of the queue's time.
  @Test @MainActor func tasksOfAQueuesHandlersAreNotInItsAccount() async {
    let queue = DispatchQueue(label: "own")
    let order = Recorder<String>()
    let label = Coalescer<UpdateCount>(on: .queue(queue)) { _ in order.record("label") }
    let views = (0..<6).map { _ in Coalescer<UpdateCount>(on: .queue(queue)) }
    let running = Locked(views.count)
    for view in views {
      view.onQueueDelivery { (_: UpdateCount) async throws in
        try await Task.sleep(for: .milliseconds(100))
        running.withLock { $0 -= 1 }
        guard running.withLock({ $0 == 0 }) else { return }
        queue.asyncAfter(deadline: .now() + .milliseconds(20)) {
          label.submit(.one)
          queue.asyncAfter(deadline: .now() + .milliseconds(200)) { order.record("200 ms later") }
        }
      }
      view.submit(.one)
    }
    #expect(await comes { order.count >= 2 })
    #expect(order.all.first == "label")
  }

  @Test func sharedGroupIsReleasedWithItsLastView() {
    weak var group: CoalescerGroup?
    weak var turns: GroupTurns?
    do {
      let view = Coalescer<UpdateCount>(on: .scheduler(scheduler)) { _ in }
      group = scheduler.turns.sharedGroup(scheduler)
      turns = group?.turns
      #expect(turns != nil)
      withExtendedLifetime(view) {}
    }
    #expect(group == nil && turns == nil)
  }
}
