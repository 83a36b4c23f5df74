import CoalesceTesting
import BenchLibrarySupport
import Testing

@testable import Coalesce
import CoalesceStrategies

/// Views that share the main thread: one delivery per turn, for the view that has been due longest.
struct CoalescerGroupTests {
  @Test(arguments: [2, 8])
  func dueViewsTakeTurnsDelivering(_ count: Int) {
    let views = Views(count, cost: .milliseconds(1), layout: .milliseconds(2))
    views.submit(to: 0..<count, at: .zero)
    views.scheduler.run()
    #expect(views.order == Array(0..<count))
    #expect(views.turns.allSatisfy { $0 == 1 })
  }

  private func turns(_ count: Int, layout: Duration) -> [Int] {
    let views = Views(
      count, group: .adaptive, member: .adaptive, cost: .microseconds(20), layout: layout)
    for burst in 0..<2 {
      views.scheduler.at(.milliseconds(300) * burst, .background) {
        for view in 0..<count { views.submit(to: view) }
      }
    }
    views.scheduler.run()
    return views.turns
  }

  /// So a frame can be drawn between two of them, even before their cost is known.
  @Test func listsThatReloadAtOnceDoSoInTurnsOfTheirOwn() {
    #expect(turns(8, layout: .milliseconds(7)) == Array(repeating: 1, count: 16))
  }

  @Test func labelsThatChangeAtOnceShareTurns() {
    let turns = turns(40, layout: .microseconds(100))
    #expect(turns.count <= 8, "\(turns)")
  }

  @Test func longestDueViewComesFirst() {
    let views = Views(4, cost: .milliseconds(10))
    for (time, view) in [(0, 2), (1, 0), (2, 3), (3, 2), (4, 1), (12, 0)] {
      views.submit(to: [view], at: .milliseconds(time))
    }
    views.scheduler.run()
    #expect(views.order == [2, 0, 3, 2, 1, 0])
  }

  @Test func viewThatSubmitsInItsDeliveryGoesToTheEndOfTheQueue() {
    let views = Views(3)
    views.inside = { view in
      if views.order.count <= 6 { views.submit(to: view) }
    }
    views.submit(to: 0..<3, at: .zero)
    views.scheduler.run()
    #expect(views.order == [0, 1, 2, 0, 1, 2, 0, 1, 2])
    #expect(views.turns.allSatisfy { $0 == 1 })
  }

  @Test(arguments: [1, 2, 4, 8], [0, 1, 2])
  func allViewsShareOneBudget(_ count: Int, _ layout: Int) {
    let views = Views(
      count, group: .budget(share: 0.25), cost: .milliseconds(3 - layout),
      layout: .milliseconds(layout))
    let window = 8_000
    for step in 0..<window { views.submit(to: 0..<count, at: .milliseconds(step)) }
    views.scheduler.run(untilNanoseconds: UInt64(window) * 1_000_000)
    let busy = Duration.milliseconds(3) * views.order.count
    #expect(busy / .milliseconds(window) <= 0.27)
    // The group uses its whole budget, and every view gets its share.
    #expect(busy / .milliseconds(window) >= 0.23)
    let each = (0..<count).map { view in views.order.count { $0 == view } }
    #expect((each.max() ?? 0) - (each.min() ?? 0) <= 1)
  }

  /// Makes two deliveries of 20 ms, because one sample is not trusted. At 5 %, the next one is 400 ms later.
  private func dearViews(_ count: Int, hop: Duration = .microseconds(50)) -> Views {
    let views = Views(count, group: .budget(share: 0.05), cost: .milliseconds(20), hop: hop)
    for time in [0, 1] { views.submit(to: [0], at: .milliseconds(time)) }
    return views
  }

  @Test func budgetAppliesToUpdatesWithoutABound() {
    let views = dearViews(2)
    views.submit(to: [1], at: .milliseconds(50))
    views.scheduler.run()
    #expect(views.starts.last == .microseconds(420_100))
  }

  /// Holds even if the main thread wakes up without delay, exactly at the deadline.
  @Test(arguments: [0, 16], [Duration.zero, .microseconds(50)])
  func boundOverridesTheBudgetAndTheOrder(_ bound: Int, _ hop: Duration) {
    for isQueued in [false, true] {
      let views = dearViews(3, hop: hop)
      views.submit(to: isQueued ? [1, 2] : [1], at: .milliseconds(50))
      views.scheduler.at(.milliseconds(60), .background) {
        views.submit(to: 2, within: .milliseconds(bound))
      }
      views.scheduler.run()
      #expect(views.order == [0, 0, 2, 1])
      #expect(views.starts[2] == .milliseconds(60 + bound) + hop)
      #expect(views.starts[3] >= .milliseconds(400))
    }
  }

  /// Checks both orders of submission.
  @Test(arguments: [(16, 40), (40, 16)])
  func boundsOfTwoViewsAreBothMet(_ first: Int, _ second: Int) {
    let views = dearViews(3)
    views.scheduler.at(.milliseconds(60), .background) {
      views.submit(to: 1, within: .milliseconds(first))
      views.submit(to: 2, within: .milliseconds(second))
    }
    views.scheduler.run()
    #expect(views.order == (first < second ? [0, 0, 1, 2] : [0, 0, 2, 1]))
    #expect(
      views.starts.dropFirst(2).map { $0 - .microseconds(50) } == [
        .milliseconds(60 + min(first, second)), .milliseconds(60 + max(first, second)),
      ])
  }

  @Test func droppedCancelledPausedOrFlushedMembersDoNotBlockOthers() {
    let views = dearViews(6)
    var hold: DeliveryPause?
    views.submit(to: [5, 1, 2, 3, 4], at: .milliseconds(50))
    views.scheduler.at(.milliseconds(60), .main) {
      views.drop(5)
      views.coalescers[1]?.cancel()
      hold = views.coalescers[2]?.pause()
      views.coalescers[3]?.flush()
    }
    views.scheduler.at(.seconds(2), .main) { hold = nil }
    views.scheduler.run()
    #expect(hold == nil)
    #expect(views.order == [0, 0, 3, 4, 2])
    #expect(views.starts[2] == .microseconds(60_050))
    #expect(views.starts[3] <= .milliseconds(421))
    #expect(views.starts[4] <= .seconds(2) + .milliseconds(1))
  }

  @Test(arguments: [true, false]) func nothingIsDeliveredInsideSubmit(isMembers: Bool) {
    let inSubmit = Pace.throttleInSubmit(for: .milliseconds(1))
    let views = Views(
      1, group: isMembers ? .nextPass : inSubmit, member: isMembers ? inSubmit : .nextPass)
    views.scheduler.at(.zero, .main) {
      views.submit(to: 0)
      #expect(views.order.isEmpty)
    }
    views.scheduler.run()
    #expect(views.order == [0])
  }

  @Test func groupOfFiveThousandIsServedInNearLinearTime() {
    // CPU time of this thread, because other programs do not affect it.
    func nanoseconds(_ count: Int) -> Double {
      let time = VirtualScheduler()
      let group = CoalescerGroup(scheduler: time)
      let served = Locked(0)
      let members = (0..<count).map { _ in
        Coalescer<UpdateCount>(.nextPass, on: .group(group)) { _ in
          served.withLock { $0 += 1 }
        }
      }
      let start = ThreadTime.now
      members.forEach { $0.setNeedsUpdate() }
      time.run()
      #expect(served.withLock { $0 } == count)
      return Double(start.elapsed ?? .max)
    }
    // With ten times as many members, quadratic time would be a hundred times as long.
    let ratios = (0..<3).map { _ in nanoseconds(5_000) / nanoseconds(500) }
    #expect((ratios.min() ?? 0) < 40)
  }

  @Test func endOfAMembersPauseRespectsTheBudget() {
    let views = dearViews(2)
    var hold = views.coalescers[1]?.pause()
    views.submit(to: 1)
    views.scheduler.at(.milliseconds(60), .background) { hold = nil }
    views.scheduler.run()
    #expect(hold == nil)
    #expect(views.starts.last == .microseconds(420_100))
  }
}
