import CoalesceStrategies
import CoalesceTesting
import Testing

/// What is used off main ends on main.
struct SharedHandlerTests {
  private let scheduler = VirtualScheduler()
  private let ends = Recorder<Bool>()

  private func handler() -> SharedHandler<LockProbe> {
    let probe = LockProbe { [scheduler, ends] in ends.record(scheduler.isMain) }
    return SharedHandler(probe, scheduler: scheduler)
  }

  /// Not before the last has done with it, and not on that thread.
  @Test(arguments: 1...3)
  func releaseInUseEndsItOnMainAfterTheLastUse(_ users: Int) {
    let handler = handler()
    func use(_ left: Int) {
      let answer = handler.use { _ in
        if left > 1 {
          use(left - 1)
        } else {
          handler.release()
          // A thread that comes too late is not called.
          #expect(handler.use { _ in 0 } == nil)
          // Main goes on meanwhile: did it let go now, the last use would end what it held.
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

  /// Main may release it while another thread uses it.
  @Test func releaseOnMainInUseEndsItAfterUse() {
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

  @Test func handlerCanBeUsedAgain() {
    let handler = handler()
    for _ in 0..<3 { #expect(handler.use { _ in 7 } == 7) }
    #expect(ends.all.isEmpty)
  }

  @Test func releasedHandlerIsNotUsed() {
    let handler = handler()
    handler.release()
    #expect(handler.use { _ in 7 } == nil)
    handler.release()
    #expect(ends.all == [true])
  }

  /// As with a strategy that is dropped.
  @Test func dropEndsItOnMain() {
    var handler: SharedHandler<LockProbe>? = handler()
    scheduler.at(.zero) { handler = nil }
    #expect(handler != nil)
    scheduler.run()
    #expect(ends.all == [true])
  }
}
