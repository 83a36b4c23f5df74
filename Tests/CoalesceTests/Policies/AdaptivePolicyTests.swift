import CoalesceTesting
import BenchLibrarySupport
import Testing

@testable import Coalesce

/// The default pace of a coalescer.
struct AdaptivePolicyTests {
  /// Intervals computed by hand: a frame, 4 deliveries, 83 ms minus a delivery, or 2 deliveries.
  @Test(arguments: [(2, 16.666_667), (8, 32), (16, 64), (25, 58), (50, 100), (300, 600)])
  func intervalGrowsWithTheDeliveryCost(cost: Int, interval: Double) {
    let stage = Stage(.adaptive, hop: .zero, cost: .milliseconds(cost))
    for step in 0..<4_000 { stage.at(.milliseconds(step), .background) { stage.submit(step) } }
    stage.run()
    let starts = stage.starts
    #expect(starts[0] == .zero, "The first comes at once.")
    // A single sample is not trusted.
    let gaps = zip(starts.dropFirst(3), starts.dropFirst(2)).map { $0 - $1 }.dropLast()
    #expect(gaps.allSatisfy { abs($0 / .milliseconds(1) - interval) <= 1 }, "\(gaps)")
  }

  @Test func oneLongDeliveryDoesNotLengthenLaterIntervals() {
    let stage = Stage(.adaptive, hop: .zero, cost: .milliseconds(300))
    stage.inside = { _ in stage.cost = .milliseconds(2) }
    for step in 0..<600 { stage.at(.milliseconds(step), .background) { stage.submit(step) } }
    stage.run()
    #expect(stage.starts[1] == .milliseconds(300))
    #expect(stage.starts[2] <= .milliseconds(320))
  }

  /// The views are independent of each other.
  @Test(arguments: [2, 4, 8])
  func viewsShareHalfOfTheMainThread(count: Int) {
    let scheduler = VirtualScheduler()
    let order = Recorder<Int>()
    let views = (0..<count).map { view in
      Coalescer<UpdateCount>(scheduler: scheduler) { _ in
        order.record(view)
        scheduler.spend(.milliseconds(25))
      }
    }
    for step in 0..<4_000 {
      scheduler.at(.milliseconds(step), .background) { for view in views { view.submit(.one) } }
    }
    scheduler.run(until: .seconds(4))
    let busy = Double(order.all.count) * 25 / 4_000
    #expect((0.45...0.52).contains(busy), "\(busy)")
    let each = (0..<count).map { view in order.all.count { $0 == view } }
    #expect((each.max() ?? 0) - (each.min() ?? 0) <= 1, "\(each)")
  }

  @Test func sharedGroupIsReleasedWithItsLastView() {
    let scheduler = VirtualScheduler()
    weak var group: CoalescerGroup?
    do {
      let view = Coalescer<UpdateCount>(scheduler: scheduler) { _ in }
      group = scheduler.turns.sharedGroup(scheduler)
      #expect(group != nil)
      withExtendedLifetime(view) {}
    }
    #expect(group == nil)
  }
}
