import Coalesce
import CoalesceTesting
import CoalesceStrategies
import Testing

/// Delays of `ViewQueue`; hops cost nothing.
@Suite(.timeLimit(.minutes(15))) struct ViewQueueDelayTests {
  private typealias Queue = ViewQueue<OrderedUpdates<Int>>

  /// A stage whose view queue delays nothing of its own accord.
  private func stage(cost: Duration = .zero) throws -> (Stage, Queue) {
    let stage = Stage(hop: .zero, cost: cost) { ViewQueue(scheduler: $0, deliver: $1) }
    return (stage, try #require(stage.strategy as? Queue))
  }

  @Test(arguments: Origin.allCases)
  func lessDelayJoinsEarlier(_ origin: Origin) throws {
    let (stage, queue) = try stage()
    stage.at(.zero, origin) {
      for (number, delay) in [9, 3, 0, 6, 3, -5].enumerated() {
        queue.submit(OrderedUpdates([number]), delay: .milliseconds(delay))
      }
    }
    stage.run()
    #expect(stage.shown == [2, 5, 1, 4, 3, 0])
    #expect(stage.deliveries.map(\.start) == [0, 0, 3, 3, 6, 9].map { .milliseconds($0) })
  }

  @Test func equalDelaysKeepTheirOrder() throws {
    let (stage, queue) = try stage()
    stage.at(.zero, .background) {
      for number in 0..<500 {
        queue.submit(
          OrderedUpdates([number]), delay: .milliseconds(number.isMultiple(of: 2) ? 2 : 4))
      }
    }
    stage.run()
    #expect(
      stage.shown == Array(stride(from: 0, to: 500, by: 2)) + Array(stride(from: 1, to: 500, by: 2))
    )
  }

  @Test func pendingCountHasTheDelayedOnes() throws {
    let (stage, queue) = try stage()
    stage.at(.zero, .main) {
      queue.submit(OrderedUpdates([1]), delay: .milliseconds(5))
      queue.submit(OrderedUpdates([2]))
      #expect(stage.pendingCount == 2)
    }
    stage.at(.milliseconds(2), .background) { #expect(stage.pendingCount == 1) }
    stage.run()
    #expect(stage.shown == [2, 1])
    #expect(stage.pendingCount == 0)
  }

  @Test func flushDeliversInTheOrderOfJoining() throws {
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
    #expect(stage.deliveries.last?.start == .milliseconds(1))
  }

  @Test func flushInsideADeliveryStrandsNoDelayedOne() throws {
    let (stage, queue) = try stage()
    stage.inside = { elements in
      guard elements == [1] else { return }
      queue.submit(OrderedUpdates([2]), delay: .milliseconds(3))
      queue.flush()
      #expect(stage.shown == [1])
    }
    stage.at(.zero, .main) { stage.submit(1) }
    stage.run()
    #expect(stage.shown == [1, 2])
    #expect(stage.deliveries.last?.start == .milliseconds(3))
  }

  @Test(arguments: Origin.allCases)
  func cancelDropsTheDelayedOnes(_ origin: Origin) throws {
    let (stage, queue) = try stage()
    stage.at(.zero, origin) {
      for delay in 0..<5 { queue.submit(OrderedUpdates([delay]), delay: .milliseconds(delay)) }
    }
    stage.at(.microseconds(2_500), origin) {
      queue.cancel()
      #expect(stage.pendingCount == 0)
    }
    stage.run()
    #expect(stage.shown == [0, 1, 2])
  }

  @Test func longestDelayIsNeverOver() throws {
    let (stage, queue) = try stage()
    stage.at(.milliseconds(1), .main) {
      queue.submit(OrderedUpdates([1]), delay: .seconds(Int64.max))
      stage.submit(2)
    }
    stage.run()
    #expect(stage.shown == [2])
    #expect(stage.pendingCount == 1)
  }
}
