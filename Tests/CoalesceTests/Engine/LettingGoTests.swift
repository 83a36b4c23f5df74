import Coalesce
import Dispatch
import BenchLibrarySupport
import Testing

/// A handler may hold views, so it is released on the main thread only, no matter which thread ends the coalescer.
struct LettingGoTests {
  private let main = RealMain()
  /// Whether each handler was released on the main thread.
  private let ends = Recorder<Bool>()

  private func subject() -> Coalescer<UpdateCount> {
    let scheduler = main.scheduler
    let probe = LockProbe { [ends] in ends.record(scheduler.isMain) }
    return Coalescer(.throttle(for: .seconds(3_600)), on: .scheduler(scheduler)) { _ in
      withExtendedLifetime(probe) {}
    }
  }

  @Test func cancelOnMainReleasesTheHandlerBeforeItReturns() {
    let subject = subject()
    main.queue.sync {
      subject.cancel()
      #expect(ends.all == [true], "before it returns")
    }
  }

  @Test func cancelOnABackgroundThreadReleasesTheHandlerOnMain() {
    let subject = subject()
    main.queue.suspend()
    subject.cancel()
    #expect(ends.count == 0)
    main.queue.resume()
    main.settle()
    #expect(ends.all == [true])
  }

  @Test func cancelInsideADeliveryReleasesTheHandlerAfterThatDelivery() {
    let holder = Locked<Coalescer<UpdateCount>?>(nil)
    holder.withLock { $0 = cancelling(holder) }
    holder.withLock { $0 }?.setNeedsUpdate()
    main.settle()
    #expect(ends.all == [true])
  }

  /// A coalescer whose handler cancels the one in `holder`.
  private func cancelling(_ holder: Locked<Coalescer<UpdateCount>?>) -> Coalescer<UpdateCount> {
    let scheduler = main.scheduler
    let probe = LockProbe { [ends] in ends.record(scheduler.isMain) }
    return Coalescer(.nextPass, on: .scheduler(scheduler)) { [ends] _ in
      holder.withLock { $0 }?.cancel()
      withExtendedLifetime(probe) { #expect(ends.count == 0) }
    }
  }

  @Test func droppingOnABackgroundThreadReleasesTheHandlerOnMain() {
    for isWaiting in [false, true] {
      var subject: Coalescer<UpdateCount>? = subject()
      if isWaiting {
        subject?.setNeedsUpdate()
        main.settle()
        subject?.setNeedsUpdate()
      }
      main.queue.suspend()
      subject = nil
      main.queue.resume()
      main.settle()
    }
    #expect(ends.all == [true, true])
  }

  @Test func droppingOnMainReleasesTheHandlerImmediately() {
    let holder = Locked<Coalescer<UpdateCount>?>(subject())
    main.queue.sync {
      var subject = holder.withLock { holder in
        defer { holder = nil }
        return holder
      }
      subject?.setNeedsUpdate()
      subject = nil
      #expect(ends.all == [true])
    }
  }

  /// Many threads submit, cancel and drop concurrently; any of them may hold the last reference.
  @Test func handlersDroppedByManyThreadsAreReleasedOnMain() {
    produce(threads: 4, each: 200) { thread, _ in
      let subject = subject()
      for number in 0..<3 {
        subject.setNeedsUpdate()
        if thread == number { subject.cancel() }
      }
    }
    main.settle()
    main.settle()
    #expect(ends.count == 800)
    #expect(ends.all.allSatisfy { $0 })
  }

  @Test @MainActor func handlerOfAReleasedTargetIsReleased() async {
    let list = Reload(.nextPass)
    var target: Recorder<Int>? = Recorder()
    if let target {
      let probe = LockProbe { [ends] in ends.record(DispatchScheduler.main.isMain) }
      list.onDelivery(to: target) { _ in withExtendedLifetime(probe) {} }
    }
    target = nil
    #expect(ends.count == 0)
    list.setNeedsUpdate()
    #expect(await comes { ends.count > 0 })
    #expect(ends.all == [true] && list.pendingCount == 1)
  }
}
