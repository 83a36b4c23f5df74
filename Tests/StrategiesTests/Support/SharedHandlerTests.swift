import CoalesceStrategies
import CoalesceTesting
import BenchLibrarySupport
import Testing

/// A handler used on any thread is released on the main thread.
struct SharedHandlerTests {
  private let scheduler = VirtualScheduler()
  private let ends = Recorder<Bool>()

  private func handler() -> SharedHandler<LockProbe> {
    let probe = LockProbe { [scheduler, ends] in ends.record(scheduler.isMain) }
    return SharedHandler(probe, scheduler: scheduler)
  }

  /// The handler ends only after its last use, and not on that use's thread.
  @Test(arguments: 1...3)
  func handlerReleasedDuringUseIsFreedOnMainAfterTheLastUse(_ users: Int) {
    let handler = handler()
    func use(_ left: Int) {
      let answer = handler.use { _ in
        if left > 1 {
          use(left - 1)
        } else {
          handler.release()
          // A use after the release gets nothing.
          #expect(handler.use { _ in 0 } == nil)
          // The main thread runs now; if it released the handler here, the last use would end it on another thread.
          scheduler.run()
        }
        #expect(ends.all.isEmpty)
        return left
      }
      #expect(answer == left)
    }
    scheduler.at(.zero) {
      use(users)
      #expect(ends.all.isEmpty)
    }
    scheduler.run()
    #expect(ends.all == [true])
  }

  /// The main thread may release the handler while a use is running.
  @Test func handlerReleasedOnMainDuringUseIsFreedAfterThatUse() {
    let handler = handler()
    scheduler.at(.milliseconds(1)) {
      #expect(handler.use { _ in ends.count } == 0)
    }
    scheduler.run()
    let ended = handler.use { _ in
      handler.release()
      return ends.count
    }
    #expect(ended == 0)
    #expect(ends.all == [true])
  }

  /// A dropped strategy also drops its handler.
  @Test func droppedHandlerIsFreedOnMain() {
    var handler: SharedHandler<LockProbe>? = handler()
    scheduler.at(.zero) { handler = nil }
    #expect(handler != nil)
    scheduler.run()
    #expect(ends.all == [true])
  }
}
