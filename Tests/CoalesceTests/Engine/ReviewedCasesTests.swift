import Coalesce
import CoalesceStrategies
import CoalesceTesting
import Dispatch
import Observation
import TestSupport
import Testing

/// Bugs found in code review, each reproduced by a program that failed.
struct ReviewedCasesTests {
  private final class View: Sendable {
    let shown = Recorder<Int>()
  }

  @Observable @MainActor final class Model {
    var number = 0
  }

  /// Waits for a time after the first update, and does not implement `inherit`.
  private struct Wait: DeliveryPolicy {
    var nanoseconds: UInt64
    private var first = UInt64.max

    init(_ nanoseconds: UInt64) { self.nanoseconds = nanoseconds }

    var due: UInt64 { first == .max ? .max : first + nanoseconds }
    mutating func didHear(_ count: Int, at now: UInt64) { first = min(first, now) }
    mutating func willDeliver(at now: UInt64) { first = .max }
  }

  @Test func paceChangeLosesNoUpdateIfThePolicyInheritsNothing() {
    let scheduler = VirtualScheduler()
    let shown = Recorder<Int>()
    let coalescer = Coalescer<UpdateCount>(Pace(Wait(5_000_000)), scheduler: scheduler) {
      shown.record($0.updateCount)
    }
    scheduler.at(nanoseconds: 1_000_000) { coalescer.submit(.one) }
    scheduler.at(nanoseconds: 2_000_000) { coalescer.setPace(Pace(Wait(3_000_000))) }
    scheduler.at(nanoseconds: 3_000_000) { coalescer.submit(.one) }
    scheduler.run()
    #expect(shown.all == [2])
  }

  @Test @MainActor func asynchronousHandlerNeverStartsAfterCancel() async {
    let view = View()
    let coalescer = Coalescer<UpdateCount>(.nextPass)
    coalescer.onDelivery(to: view) { (view: View, _: UpdateCount) async in view.shown.record(1) }
    coalescer.submit(.one)
    // Runs after the dispatch that begins the delivery and before the task that continues it.
    await withCheckedContinuation { done in
      DispatchQueue.main.async {
        coalescer.cancel()
        done.resume()
      }
    }
    for _ in 0..<20 { await Task.yield() }
    #expect(view.shown.all.isEmpty)
  }

  @Test @MainActor func releasedTargetDoesNotEndDeliveriesToItsReplacement() async {
    let coalescer = Coalescer<UpdateCount>(.nextPass)
    let second = View()
    var first: View? = View()
    if let first {
      coalescer.onDelivery(to: first) { (view: View, _: UpdateCount) async in view.shown.record(1) }
    }
    coalescer.submit(.one)
    await withCheckedContinuation { done in DispatchQueue.main.async { done.resume() } }
    first = nil
    coalescer.onDelivery(to: second) { (view: View, _: UpdateCount) async in view.shown.record(2) }
    coalescer.submit(.one)
    await coalescer.waitUntilDelivered()
    #expect(!coalescer.isCancelled)
    #expect(second.shown.all == [2])
  }

  @Test @MainActor func observationOfAReleasedTargetCausesNoSubmissions() {
    let time = VirtualScheduler()
    let model = Model()
    let coalescer = Coalescer<UpdateCount>(.nextPass, scheduler: time) { _ in }
    var view: View? = View()
    if let view { coalescer.observe(view) { _ in model.number } }
    model.number = 1
    time.run()
    #expect(coalescer.counts.submissions == 1)
    view = nil
    model.number = 2
    time.run()
    #expect(coalescer.counts.submissions == 1)
  }

  @Test @MainActor func cancelledCoalescerObservesNothing() {
    let view = View()
    let coalescer = Coalescer<UpdateCount>(.nextPass, scheduler: VirtualScheduler()) { _ in }
    coalescer.cancel()
    coalescer.observe(view) { view in view.shown.record(1) }
    #expect(view.shown.count == 0)
  }

  @Test func flushInAPauseDoesNotEndAWait() async {
    let main = RealMain()
    let coalescer = Coalescer<UpdateCount>(.nextPass, scheduler: main.scheduler) { _ in }
    let hold = coalescer.pause()
    coalescer.submit(.one)
    let isOver = Locked(false)
    let waiting = Task {
      await coalescer.waitUntilDelivered()
      isOver.withLock { $0 = true }
    }
    for _ in 0..<20 { await Task.yield() }
    main.queue.sync { coalescer.flush() }
    for _ in 0..<20 { await Task.yield() }
    #expect(!isOver.withLock { $0 })
    hold.end()
    await waiting.value
  }

  @Test func updateCountsAreClamped() {
    let scheduler = VirtualScheduler()
    let shown = Recorder<Int>()
    let coalescer = Coalescer<UpdateCount>(.balanced(), scheduler: scheduler) {
      shown.record($0.updateCount)
    }
    #expect(UpdateCount(-3) == UpdateCount(0))
    coalescer.submit(UpdateCount(0))
    scheduler.run()
    #expect(shown.all.isEmpty, "a count of 0 is no update")
    scheduler.at(nanoseconds: 0) { for _ in 0..<3 { coalescer.submit(UpdateCount(.max)) } }
    scheduler.run()
    #expect(shown.all == [1 << (Int.bitWidth / 2 - 1)])
  }

  /// Submits when it is released.
  private final class Ending: Sendable {
    let coalescer: Coalescer<UpdateCount>
    init(_ coalescer: Coalescer<UpdateCount>) { self.coalescer = coalescer }
    deinit { coalescer.submit(.one) }
  }

  private struct Holding: DeliveryPolicy {
    let object: Ending
    var due: UInt64 { 0 }
    mutating func didHear(_ count: Int, at now: UInt64) {}
    mutating func willDeliver(at now: UInt64) {}
  }

  @Test func policyMaySubmitInItsDeinit() {
    let scheduler = VirtualScheduler()
    let coalescer = Coalescer<UpdateCount>(.nextPass, scheduler: scheduler) { _ in }
    coalescer.setPace(Pace(Holding(object: Ending(coalescer))))
    coalescer.setPace(.nextPass)
    scheduler.run()
    #expect(coalescer.pendingCount == 0)
  }

  /// The dropped update submits another one in its deinit: after the store is emptied, before the timer is checked.
  @Test func updateSubmittedWhileTheStoreIsEmptiedIsDelivered() {
    let scheduler = VirtualScheduler()
    let shown = Recorder<Int>()
    let coalescer = Coalescer<OrderedUpdates<LockProbe>>(
      .debounce(for: .milliseconds(5)), scheduler: scheduler
    ) { shown.record($0.elements.count) }
    scheduler.at(nanoseconds: 1_000_000) {
      coalescer.submit(
        OrderedUpdates([LockProbe { coalescer.submit(OrderedUpdates([LockProbe {}])) }]))
      coalescer.cancelPending()
    }
    scheduler.run()
    #expect(shown.all == [1])
  }

  /// The base never checks for cancellation.
  @available(macOS 15, iOS 18, *)
  @Test func leavingTheLoopEndsTheBaseSequence() async {
    let produced = Locked(0)
    let base = AsyncStream<UpdateCount> {
      produced.withLock { $0 += 1 }
      await Task.yield()
      return .one
    }
    for await _ in base.coalesced(by: .nextPass) { break }
    var last = -1
    while last != produced.withLock({ $0 }) {
      last = produced.withLock { $0 }
      for _ in 0..<200 { await Task.yield() }
    }
  }
}
