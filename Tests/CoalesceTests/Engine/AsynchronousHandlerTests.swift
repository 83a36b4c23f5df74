import CoalesceStrategies
import Dispatch
import Foundation
import BenchLibrarySupport
import Testing

@testable import Coalesce

/// Asynchronous handlers on the real main actor, which run one delivery at a time.
@MainActor struct AsynchronousHandlerTests {
  struct Full: Error {}

  /// A screen whose handler runs until `end()`. It then throws if its task was cancelled or `fails` is set; otherwise
  /// it shows the update.
  @MainActor final class Screen {
    var begun: [[Int]] = []
    var shown: [[Int]] = []
    var cancelled = 0
    var fails = false
    /// Whether cancelling the task ends the handler.
    var hearsOfCancellation = true
    private var goOn: CheckedContinuation<Void, Never>?

    func show(_ update: OrderedUpdates<Int>) async throws {
      begun.append(update.elements)
      await withTaskCancellationHandler {
        await withCheckedContinuation { goOn = $0 }
      } onCancel: {
        Task { @MainActor in
          cancelled += 1
          if hearsOfCancellation { end() }
        }
      }
      try Task.checkCancellation()
      if fails { throw Full() }
      shown.append(update.elements)
    }

    func end() {
      goOn?.resume()
      goOn = nil
    }
  }

  private let screen = Screen()

  /// A list whose handler is at work on 1.
  private func busyList(
    _ pace: Pace = .nextPass, whenNewer newer: NewerUpdate = .wait
  ) async -> Coalescer<OrderedUpdates<Int>> {
    let list = Coalescer<OrderedUpdates<Int>>(pace)
    list.onDelivery(to: screen, whenNewer: newer) { screen, update in
      try await screen.show(update)
    }
    list.submit(1)
    #expect(await comes { screen.begun.count == 1 })
    return list
  }

  nonisolated static let policies: [Pace] = [
    .nextPass, .throttle(for: .milliseconds(1)),
    .throttleInSubmit(for: .milliseconds(1)), .balanced(), .budget(share: 1),
    .debounce(for: .milliseconds(1)),
  ]

  @Test(arguments: policies)
  func updatesSubmittedWhileAHandlerRunsAreMerged(_ pace: Pace) async {
    let list = await busyList(pace)
    for number in 2...4 {
      list.submit(number)
      await Task.yield()
    }
    list.flush()
    #expect(screen.begun == [[1]], "one at a time")
    screen.end()
    #expect(await comes { screen.begun.count == 2 })
    #expect(screen.begun == [[1], [2, 3, 4]])
    #expect(screen.shown == [[1]])
    screen.end()
    await list.allDelivered()
    #expect(screen.shown == [[1], [2, 3, 4]])
  }

  /// The policy alone would delay the update for an hour.
  @Test func boundedUpdateIsDeliveredRightAfterTheHandler() async {
    let list = await busyList(.throttle(for: .seconds(3_600)))
    list.submit(2)
    list.submit(3, within: .zero)
    await passes(20)
    #expect(screen.begun == [[1]])
    screen.end()
    #expect(await comes { screen.begun.count == 2 })
    #expect(screen.begun == [[1], [2, 3]])
    screen.end()
    await list.allDelivered()
  }

  @Test(arguments: policies)
  func cancellingACoalescerCancelsItsTaskAndDropsPendingUpdates(_ pace: Pace) async {
    let list = await busyList(pace)
    list.submit(2)
    list.cancel()
    #expect(list.pendingCount == 0)
    await list.allDelivered()
    #expect(await comes { screen.cancelled == 1 })
    list.submit(3)
    await passes(20)
    #expect(screen.begun == [[1]])
    #expect(list.pendingCount == 0)
  }

  /// The wait is for the newer update, which has not been tried yet.
  @Test func failureDoesNotEndAWaitForNewerUpdates() async {
    let list = await busyList()
    list.submit(2)
    let wait = Task { await list.allDelivered() }
    await passes(20)
    screen.fails = true
    screen.end()
    #expect(await comes { screen.begun.count == 2 })
    screen.fails = false
    screen.end()
    #expect(await wait.value)
    #expect(screen.shown == [[1, 2]])
  }

  /// One user's data must not be shown to the next user after a logout.
  @Test func updateDroppedDuringItsDeliveryDoesNotComeBackIfThatFails() async {
    let list = await busyList()
    list.cancelPending()
    screen.fails = true
    screen.end()
    await passes(20)
    #expect(list.pendingCount == 0 && list.statistics.dropped == 1)
    screen.fails = false
    list.submit(2)
    #expect(await comes { screen.begun.count == 2 })
    screen.end()
    await list.allDelivered()
    #expect(screen.shown == [[2]])
  }

  /// The same for a handler that drops everything and throws.
  @Test func updateDroppedByItsHandlerDoesNotComeBack() async {
    let list = Coalescer<OrderedUpdates<Int>>(.nextPass)
    list.onDelivery(to: screen) { [unowned list] screen, update in
      screen.begun.append(update.elements)
      guard update.elements == [1] else { return }
      list.cancelPending()
      throw Full()
    }
    list.submit(1)
    #expect(await comes { screen.begun.count == 1 })
    list.submit(2)
    await list.allDelivered()
    #expect(screen.begun == [[1], [2]])
  }

  /// Ten views whose handlers use the main thread's time in tasks get half of it together, as with other handlers.
  @Test(arguments: [1, 4, 10]) func viewsWithTasksShareHalfOfTheMainThread(count: Int) async {
    let busy = Recorder<Double>()
    let views = (0..<count).map { _ in Reload() }
    for view in views {
      view.onDelivery { () async in
        let start = ThreadTime.now
        while start.elapsed ?? 0 < 10_000_000 {}
        busy.record(0.01)
        await Task.yield()
      }
    }
    let end = ContinuousClock.now + .seconds(2)
    while ContinuousClock.now < end {
      for view in views { view.setNeedsUpdate() }
      try? await Task.sleep(for: .milliseconds(2))
    }
    // Half of the time, an advance of 100 ms, and one delivery of each view, whose cost is unknown at first.
    let most = 1 + 0.1 + 0.01 * Double(count)
    #expect(busy.all.reduce(0, +) <= most * 1.1)
  }

  @Test func pauseInADeliveryDelaysOnlyTheNextDelivery() async {
    let list = await busyList()
    let hold = list.pause()
    list.submit(2)
    screen.end()
    #expect(await comes { screen.shown.count == 1 })
    await passes(20)
    #expect(screen.begun == [[1]])
    hold.end()
    #expect(await comes { screen.begun.count == 2 })
    #expect(screen.begun == [[1], [2]])
    screen.end()
    await list.allDelivered()
  }

  /// The target is retained only during a delivery.
  @Test func updatesStayPendingAfterTheTargetIsReleased() async {
    let list = Coalescer<OrderedUpdates<Int>>(.nextPass)
    weak var freed: Screen?
    do {
      let screen = Screen()
      freed = screen
      list.onDelivery(to: screen) { screen, update in try await screen.show(update) }
      list.submit(1)
      #expect(await comes { screen.begun.count == 1 })
      screen.end()
      await list.allDelivered()
    }
    #expect(await comes { freed == nil })
    list.submit(2)
    await passes(200)
    #expect(!list.isCancelled)
    #expect(list.pendingCount == 1)
  }

  /// A newer update is due as if the running handler had returned immediately.
  @Test(
    arguments: [
      Pace.throttle(for: .milliseconds(50)), .debounce(for: .milliseconds(50)), .frame(),
      .balancedEager(), .budget(),
    ])
  func newerUpdateThatIsDueCancelsTheRunningTask(_ pace: Pace) async {
    let search = Coalescer<NewestValue<Int>>(pace)
    let begun = Recorder<Int>()
    var wasCancelled = false
    search.onDelivery(whenNewer: .cancel) { query in
      begun.record(query.value)
      guard query.value == 1 else { return }
      // Far longer than any pace waits, even on a busy main thread.
      do { try await Task.sleep(for: .seconds(600)) } catch { wasCancelled = true }
    }
    search.submit(1)
    while begun.count == 0 { await Task.yield() }
    search.submit(2)
    #expect(await search.allDelivered())
    #expect(begun.all == [1, 2])
    #expect(wasCancelled)
  }

  /// Nothing is due any more once a delivery has ended.
  private struct UntilOneHasEnded: DeliveryPolicy {
    private(set) var due: UInt64 = 0
    mutating func didHear(_ count: Int, at now: UInt64) {}
    mutating func willDeliver(at now: UInt64) {}
    mutating func didDeliver(_ timing: DeliveryTiming) { due = .max }
  }

  @Test func updateThatCancelledAHandlerComesWhenThatReturns() async {
    let search = Coalescer<NewestValue<Int>>(Pace(UntilOneHasEnded()))
    let begun = Recorder<Int>()
    search.onDelivery(whenNewer: .cancel) { query in
      begun.record(query.value)
      if query.value == 1 { try? await Task.sleep(for: .seconds(600)) }
    }
    search.submit(1)
    #expect(await comes { begun.count == 1 })
    search.submit(2)
    #expect(await comes { begun.all == [1, 2] })
    search.cancel()
  }

  @Test func waitFailsIfTheHandlerThrowsAndTheNextWaitRetries() async {
    screen.fails = true
    let list = await busyList()
    let first = Task { try await list.waitUntilDelivered() }
    await passes(5)
    screen.end()
    await #expect(throws: DeliveryError.handlerThrew) { try await first.value }
    await passes(200)
    #expect(screen.begun.count == 1, "not retried automatically")
    #expect(list.pendingCount == 1 && list.statistics.failed == 1)
    screen.fails = false
    async let second = list.allDelivered()
    #expect(await comes { screen.begun.count == 2 })
    screen.end()
    #expect(await second)
    #expect(screen.shown == [[1]])
    #expect(await list.allDelivered())
    #expect(screen.begun.count == 2)
  }

  /// At this pace, the next delivery is due in an hour.
  @Test func newerUpdateCancelsTheHandlerOnlyWhenDue() async {
    let list = await busyList(.throttle(for: .seconds(3_600)), whenNewer: .cancel)
    for number in 2...4 { list.submit(number) }
    await passes(50)
    #expect(screen.cancelled == 0)
    async let isDelivered = list.allDelivered()
    await passes(5)
    list.submit(5, within: .zero)
    #expect(await comes { screen.begun.count == 2 })
    #expect(screen.cancelled == 1)
    #expect(screen.begun == [[1], [1, 2, 3, 4, 5]])
    screen.end()
    #expect(await isDelivered, "an interrupted delivery is no failure")
    #expect(list.statistics.failed == 0)
    #expect(list.statistics.submissions == 5)
  }

  @Test func cancelPendingDropsTheUpdateInFlight() async {
    let list = await busyList(whenNewer: .cancel)
    list.submit(2)
    list.cancelPending()
    #expect(await comes { screen.cancelled == 1 })
    await passes(50)
    #expect(screen.begun == [[1]])
    #expect(screen.shown.isEmpty)
    #expect(list.pendingCount == 0)
    list.submit(3)
    #expect(await comes { screen.begun.count == 2 })
    #expect(screen.begun == [[1], [3]])
    screen.end()
    #expect(await list.allDelivered())
    #expect(list.statistics.dropped == 2)
  }

  /// For example, a user presses a clear button before a cancelled search has ended.
  @Test func cancelPendingDropsAnInterruptedUpdate() async {
    screen.hearsOfCancellation = false
    let list = await busyList(whenNewer: .cancel)
    list.submit(2)
    #expect(await comes { screen.cancelled == 1 })
    list.cancelPending()
    screen.end()
    #expect(await comes { list.statistics.dropped == 2 })
    await passes(50)
    #expect(screen.begun == [[1]])
    #expect(list.pendingCount == 0)
  }

  @Test(arguments: [NewerUpdate.wait, .cancel])
  func handlerFinishesUnlessANewerUpdateCancelsIt(_ newer: NewerUpdate) async {
    var list: Coalescer? = await busyList(whenNewer: newer)
    list?.submit(2)
    weak let gone = list
    list = nil
    #expect(gone == nil)
    await passes(20)
    screen.end()
    let shown = newer == .wait ? [[1]] : []
    #expect(await comes { screen.shown == shown })
    await passes(20)
    #expect(screen.begun == [[1]], "pending updates are dropped")
  }

  @Test func asynchronousHandlerNeverStartsAfterCancel() async {
    let view = Recorder<Int>()
    let coalescer = Coalescer<UpdateCount>(.nextPass)
    coalescer.onDelivery(to: view) { (view: Recorder<Int>, _: UpdateCount) async in view.record(1) }
    coalescer.submit(.one)
    // Runs after the dispatch that begins the delivery and before the task that continues it.
    await withCheckedContinuation { done in
      DispatchQueue.main.async {
        coalescer.cancel()
        done.resume()
      }
    }
    for _ in 0..<20 { await Task.yield() }
    #expect(view.all.isEmpty)
  }

  @Test func releasedTargetDoesNotEndDeliveriesToItsReplacement() async {
    let coalescer = Coalescer<UpdateCount>(.nextPass)
    let second = Recorder<Int>()
    var first: Recorder<Int>? = Recorder<Int>()
    if let first {
      coalescer.onDelivery(to: first) { (view: Recorder<Int>, _: UpdateCount) async in
        view.record(1)
      }
    }
    coalescer.submit(.one)
    await withCheckedContinuation { done in DispatchQueue.main.async { done.resume() } }
    first = nil
    coalescer.onDelivery(to: second) { (view: Recorder<Int>, _: UpdateCount) async in view.record(2)
    }
    coalescer.submit(.one)
    await coalescer.allDelivered()
    #expect(!coalescer.isCancelled)
    #expect(second.all == [2])
  }
}
