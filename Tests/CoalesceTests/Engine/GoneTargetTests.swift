import CoalesceTesting
import Testing

@testable import Coalesce

/// Released and new targets, and handlers that throw: no submitted update is lost.
@MainActor struct GoneTargetTests {
  private final class Screen { var shown: [Int] = [] }

  private let time = VirtualScheduler()

  private func list(
    _ pace: Pace = .nextPass, keepsUndelivered: Bool = true
  ) -> Coalescer<OrderedUpdates<Int>> {
    Coalescer(pace, scheduler: time, keepsUndelivered: keepsUndelivered)
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
    list.setPace(.debounce())
    list.resetTiming()
    #expect(list.counts.deliveries == 0)
    #expect(list.counts.dropped == (keepsUndelivered ? 1 : 4))
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
    #expect(list.counts.deliveries == 0)
    #expect(list.pendingCount == (keepsUndelivered ? 2 : 0))
    let second = Screen()
    list.onDelivery(to: second) { screen, update in screen.shown += update.elements }
    time.run()
    #expect(second.shown == (keepsUndelivered ? [1, 2] : []))
  }

  private struct Failure: Error {}

  /// The update submitted during the failure is delivered together with the failed one.
  @Test func updateSubmittedInAThrowingHandlerCausesTheNextAttempt() {
    let list = list()
    let screen = Screen()
    list.onDelivery(to: screen) { [unowned list] screen, update in
      if update.elements == [1] {
        list.submit(2)
        throw Failure()
      }
      screen.shown += update.elements
    }
    list.submit(1)
    time.run()
    #expect(screen.shown == [1, 2])
  }
}
