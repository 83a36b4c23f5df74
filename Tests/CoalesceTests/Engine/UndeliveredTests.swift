import CoalesceStrategies
import CoalesceTesting
import BenchLibrarySupport
import Testing

@testable import Coalesce

/// Released and new targets, and handlers that throw: no submitted update is lost.
@MainActor struct UndeliveredTests {
  private final class Screen { var shown: [Int] = [] }

  private let time = VirtualScheduler()

  private func list(
    _ pace: Pace = .nextPass, keepsUndelivered: Bool = true
  ) -> Coalescer<OrderedUpdates<Int>> {
    Coalescer(pace, on: .scheduler(time), keepsUndelivered: keepsUndelivered)
  }

  /// Virtual time suffices even for asynchronous handlers, because none of them begins.
  @Test(arguments: [true, false], [true, false])
  func releasedTargetReceivesNothing(keepsUndelivered: Bool, isAsynchronous: Bool) throws {
    let list = list(keepsUndelivered: keepsUndelivered)
    // Updates before the first target are always kept.
    list.submit(0)
    list.flush()
    list.pause().end()
    time.run()
    #expect(list.pendingCount == 1)
    list.cancelPending()
    var first: Screen? = Screen()
    if isAsynchronous {
      list.onDelivery(to: try #require(first)) { (_: Screen, _: OrderedUpdates<Int>) async throws in
      }
    } else {
      list.onDelivery(to: try #require(first)) { screen, update in screen.shown += update.elements }
    }
    first = nil
    let hold = list.pause()
    hold.end()
    for number in 1...3 {
      list.submit(number)
      time.run()
    }
    list.pace = .debounce()
    list.resetTiming()
    #expect(list.statistics.deliveries == 0)
    #expect(list.statistics.dropped == (keepsUndelivered ? 1 : 4))
    #expect(list.pendingCount == (keepsUndelivered ? 3 : 0))
    let second = Screen()
    list.onDelivery(to: second) { screen, update in screen.shown += update.elements }
    list.submit(4)
    time.run()
    #expect(second.shown == (keepsUndelivered ? [1, 2, 3, 4] : [4]))
  }

  /// Another thread may release the target between the check for it and the call.
  @Test(arguments: [true, false], [true, false])
  func missedUpdatesReachTheNextTargetOnlyIfKept(keepsUndelivered: Bool, isAsynchronous: Bool) {
    let list = list(keepsUndelivered: keepsUndelivered)
    list.attach(
      .init(handler: isAsynchronous ? .asynchronous { _ in nil } : .synchronous { _ in false }), "")
    list.submit(contentsOf: [1, 2])
    time.run()
    #expect(list.statistics.deliveries == 0)
    #expect(list.pendingCount == (keepsUndelivered ? 2 : 0))
    let second = Screen()
    list.onDelivery(to: second) { screen, update in screen.shown += update.elements }
    time.run()
    #expect(second.shown == (keepsUndelivered ? [1, 2] : []))
  }

  /// The update submitted during the failure is delivered together with the failed one.
  @Test func updateSubmittedInAThrowingHandlerCausesTheNextAttempt() {
    let list = list()
    let screen = Screen()
    list.onDelivery(to: screen) { [unowned list] screen, update in
      if update.elements == [1] {
        list.submit(2)
        throw CancellationError()
      }
      screen.shown += update.elements
    }
    list.submit(1)
    time.run()
    #expect(screen.shown == [1, 2])
  }

  private let shown = Recorder<[Int]>()

  /// A list whose handler throws while `fails()` is true.
  private func list(
    _ pace: Pace, failing fails: @escaping @Sendable () -> Bool
  ) -> Coalescer<OrderedUpdates<Int>> {
    Coalescer(pace, on: .scheduler(time)) { [shown] update in
      shown.record(update.elements)
      if fails() { throw CancellationError() }
    }
  }

  @Test(arguments: [
    Pace.nextPass, .throttle(), .debounce(), .frame(), .budget(), .balancedEager(), .adaptive,
  ])
  func failedUpdateIsNotRetriedAutomatically(_ pace: Pace) {
    let isFull = Locked(true)
    let list = list(pace) { isFull.withLock { $0 } }
    list.submit(1)
    time.run(until: .seconds(60))
    #expect(shown.all == [[1]])
    #expect(list.pendingCount == 1)
    list.submit(2)
    time.run(until: .seconds(120))
    #expect(shown.all == [[1], [1, 2]], "tried again with the next submission")
    list.flush()
    time.run(until: .seconds(180))
    #expect(shown.all == [[1], [1, 2], [1, 2]], "tried again by flush()")
    list.pause().end()
    time.run(until: .seconds(240))
    #expect(shown.all == [[1], [1, 2], [1, 2], [1, 2]], "tried again when a pause ends")
    isFull.withLock { $0 = false }
    list.submit(3)
    time.run()
    #expect(shown.all.last == [1, 2, 3])
    #expect(list.pendingCount == 0)
    #expect(list.statistics.failed == 4)
    #expect(list.statistics.deliveries == 1)
    #expect(list.statistics.submissions == 3, "each counts once, however often it was tried")
  }

  /// The throttle alone would allow the next attempt after 10 s.
  @Test func boundOfAFailedUpdateMakesTheNextAttemptImmediate() {
    let isFull = Locked(false)
    let list = list(.throttle(for: .seconds(10))) { isFull.withLock { $0 } }
    list.submit(1)
    time.run(until: .seconds(1))
    isFull.withLock { $0 = true }
    list.submit(2, within: .zero)
    time.run(until: .seconds(5))
    #expect(shown.all == [[1], [2]])
    isFull.withLock { $0 = false }
    time.at(.seconds(5)) { list.submit(3) }
    time.run(until: .seconds(6))
    #expect(shown.all == [[1], [2], [2, 3]])
  }

  @Test func cancelPendingDropsAFailedUpdate() {
    let list = list(.nextPass) { true }
    list.submit(1)
    time.run()
    list.cancelPending()
    #expect(list.pendingCount == 0)
    list.submit(2)
    time.run()
    #expect(shown.all == [[1], [2]])
    #expect(list.statistics.dropped == 1)
  }
}
