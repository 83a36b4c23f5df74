import Coalesce
import CoalesceStrategies
import Foundation
import TestSupport
import Testing

/// Asynchronous handlers on the real main actor, which run one delivery at a time.
struct AsynchronousHandlerTests {
  /// A list whose deliveries last until `end()`.
  @MainActor private final class List {
    private(set) var begun: [[Int]] = []
    private(set) var ended = 0
    private(set) var wereCancelled: [Bool] = []
    private(set) var deepest = 0
    private var goOn: CheckedContinuation<Void, Never>?
    private let begins: AsyncStream<Void>
    private let begin: AsyncStream<Void>.Continuation

    init() { (begins, begin) = AsyncStream.makeStream() }

    func show(_ elements: [Int]) async {
      deepest = max(deepest, begun.count - ended + 1)
      begun.append(elements)
      begin.yield()
      await withCheckedContinuation { goOn = $0 }
      wereCancelled.append(Task.isCancelled)
      ended += 1
    }

    /// Waits until another delivery has begun.
    func nextBegins() async {
      var iterator = begins.makeAsyncIterator()
      await iterator.next()
    }

    func end() {
      goOn?.resume()
      goOn = nil
    }
  }

  @MainActor private func coalescer(
    _ policy: Pace, for list: List
  ) -> Coalescer<OrderedUpdates<Int>> {
    let coalescer = Coalescer<OrderedUpdates<Int>>(policy)
    coalescer.onDelivery(to: list) { list, update in await list.show(update.elements) }
    return coalescer
  }

  /// The handler sleeps on the main thread, which takes no CPU time.
  @Test @MainActor func sleepingInAHandlerDoesNotCountAsDeliveryCost() async {
    let blocked = Duration.milliseconds(5)
    func block() { Thread.sleep(forTimeInterval: 0.005) }
    let coalescer = Coalescer<UpdateCount>(.nextPass)
    let list = List()
    coalescer.onDelivery(to: list) { (_: List) async throws in block() }
    let elapsed = await ContinuousClock().measure {
      coalescer.submit(.one)
      await coalescer.waitUntilDelivered()
    }
    #expect(coalescer.counts.mainTime <= elapsed - blocked + .milliseconds(1))
  }

  static let policies: [Pace] = [
    .nextPass, .throttle(for: .milliseconds(1)),
    .throttleInSubmit(for: .milliseconds(1)), .balanced(), .budget(share: 1),
    .debounce(for: .milliseconds(1)),
  ]

  @Test(arguments: policies.indices)
  @MainActor func updatesSubmittedWhileAHandlerRunsAreMerged(_ index: Int) async {
    let list = List()
    let coalescer = coalescer(Self.policies[index], for: list)
    coalescer.submit(OrderedUpdates([1]))
    await list.nextBegins()
    for number in 2...4 {
      coalescer.submit(OrderedUpdates([number]))
      await Task.yield()
    }
    coalescer.flush()
    #expect(list.begun == [[1]], "one at a time")
    list.end()
    await list.nextBegins()
    #expect(list.begun == [[1], [2, 3, 4]])
    #expect(list.ended == 1)
    list.end()
    await coalescer.waitUntilDelivered()
    #expect(list.ended == 2)
    #expect(list.deepest == 1)
  }

  /// The policy alone would delay the update for an hour.
  @Test @MainActor func boundedUpdateIsDeliveredRightAfterTheHandler() async {
    let list = List()
    let coalescer = coalescer(.throttle(for: .seconds(3_600)), for: list)
    coalescer.submit(OrderedUpdates([1]))
    await list.nextBegins()
    coalescer.submit(OrderedUpdates([2]))
    coalescer.submit(OrderedUpdates([3]), within: .zero)
    for _ in 0..<20 { await Task.yield() }
    #expect(list.begun == [[1]])
    list.end()
    await list.nextBegins()
    #expect(list.begun == [[1], [2, 3]])
    list.end()
    await coalescer.waitUntilDelivered()
  }

  @Test(arguments: policies.indices)
  @MainActor func cancellingACoalescerCancelsItsTaskAndDropsPendingUpdates(_ index: Int) async {
    let list = List()
    let coalescer = coalescer(Self.policies[index], for: list)
    coalescer.submit(OrderedUpdates([1]))
    await list.nextBegins()
    coalescer.submit(OrderedUpdates([2]))
    coalescer.cancel()
    #expect(coalescer.pendingCount == 0)
    await coalescer.waitUntilDelivered()
    list.end()
    while list.ended == 0 { await Task.yield() }
    #expect(list.wereCancelled == [true])
    coalescer.submit(OrderedUpdates([3]))
    for _ in 0..<20 { await Task.yield() }
    #expect(list.begun == [[1]])
    #expect(coalescer.pendingCount == 0)
  }

  @Test @MainActor func pauseInADeliveryDelaysOnlyTheNextDelivery() async {
    let list = List()
    let coalescer = coalescer(.nextPass, for: list)
    coalescer.submit(OrderedUpdates([1]))
    await list.nextBegins()
    let hold = coalescer.pause()
    coalescer.submit(OrderedUpdates([2]))
    list.end()
    while list.ended == 0 { await Task.yield() }
    for _ in 0..<20 { await Task.yield() }
    #expect(list.begun == [[1]])
    hold.end()
    await list.nextBegins()
    #expect(list.begun == [[1], [2]])
    list.end()
    await coalescer.waitUntilDelivered()
  }

  /// The target is retained only during a delivery.
  @Test @MainActor func updatesStayPendingAfterTheTargetIsReleased() async {
    let coalescer = Coalescer<OrderedUpdates<Int>>(.nextPass)
    weak var freed: List?
    do {
      let list = List()
      freed = list
      coalescer.onDelivery(to: list) { list, update in await list.show(update.elements) }
      coalescer.submit(OrderedUpdates([1]))
      await list.nextBegins()
      list.end()
      await coalescer.waitUntilDelivered()
    }
    while freed != nil { await Task.yield() }
    coalescer.submit(OrderedUpdates([2]))
    for _ in 0..<200 { await Task.yield() }
    #expect(!coalescer.isCancelled)
    #expect(coalescer.pendingCount == 1)
  }

  /// A newer update is due as if the running handler had returned immediately.
  @Test(
    arguments: [
      Pace.throttle(for: .milliseconds(50)), .debounce(for: .milliseconds(50)), .frame(),
      .balancedEager(), .budget(),
    ])
  @MainActor func newerUpdateThatIsDueCancelsTheRunningTask(_ pace: Pace) async {
    let search = Coalescer<NewestValue<Int>>(pace)
    let begun = Recorder<Int>()
    var wasCancelled = false
    search.onDelivery(newest: .cancels) { query in
      begun.record(query.value)
      guard query.value == 1 else { return }
      // Far longer than any pace waits, even on a busy main thread.
      do { try await Task.sleep(for: .seconds(600)) } catch { wasCancelled = true }
    }
    search.submit(1)
    while begun.count == 0 { await Task.yield() }
    search.submit(2)
    #expect(await search.waitUntilDelivered())
    #expect(begun.all == [1, 2])
    #expect(wasCancelled)
  }
}
