import BenchLibrarySupport
import Testing

@testable import Coalesce

/// The choice of the next member while a group owes time. All times are in milliseconds.
struct TurnQueueTests {
  private let dear = Coalescer<UpdateCount>(.nextPass) { _ in }
  private let cheap = Coalescer<UpdateCount>(.nextPass) { _ in }

  /// At 1 000 ms, 220 ms are owed. So a delivery of 100 ms may start at 1 340 ms, one of 1 ms at 1 241 ms.
  private var queue: TurnQueue {
    var account = TimeAccount()
    account.charge(220_000_000, at: 1_000_000_000)
    var queue = TurnQueue(account: account)
    queue.append(.init(engine: dear.engine.own, cost: 100_000_000, since: 1_000_000_000))
    queue.append(.init(engine: cheap.engine.own, cost: 1_000_000, since: 1_000_000_000))
    return queue
  }

  private func next(at time: UInt64) -> DeliveryEngine.Reference? {
    var queue = queue
    return queue.popNext(at: time * 1_000_000, spent: 0)?.engine
  }

  @Test func cheapViewOvertakesUntilTheFirstHasWaitedLongEnough() {
    #expect(next(at: 1_240) == nil)
    #expect(next(at: 1_242) === cheap.engine.own)
    #expect(next(at: 1_282) === cheap.engine.own)
    #expect(next(at: 1_284) == nil, "The dear view has waited for 83 ms and two of its deliveries.")
    #expect(next(at: 1_340) === dear.engine.own)
  }

  @Test func turnIsDueWhenTheNextViewMayStart() {
    #expect(queue.due(at: 1_100_000_000) == 1_241_000_000)
    #expect(queue.due(at: 1_284_000_000) == 1_340_000_000)
    #expect(TurnQueue(account: TimeAccount()).due(at: 0) == .max)
  }
}
