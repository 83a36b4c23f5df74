import Coalesce
import CoalesceTesting
import Dispatch
import Testing

/// The throttle's settings while real threads submit.
@Suite struct ThrottleThreadTests {
  private let main = RealMain()
  private let done = DispatchSemaphore(value: 0)

  private func throttle() -> Coalescer<NewestValue<Int>> {
    Coalescer(
      .throttle(interval: .microseconds(100), leading: .inSubmit), scheduler: main.scheduler
    ) { [done] update in
      if update.value == .max { done.signal() }
    }
  }

  @Test(arguments: 0..<20)
  func changingTheIntervalStrandsNothing(_ round: Int) {
    let throttle = throttle()
    produce(threads: 4, each: 500) { producer, index in
      if producer == 0 {
        let interval = Duration.microseconds(index % 7 * 50)
        throttle.setPolicy(.throttle(interval: interval, leading: .inSubmit))
      } else {
        throttle.submit(NewestValue(index))
      }
    }
    throttle.submit(NewestValue(.max))
    #expect(done.arrives())
  }

  @Test(arguments: 0..<20)
  func resettingStrandsNothing(_ round: Int) {
    let throttle = throttle()
    produce(threads: 4, each: 500) { producer, index in
      if producer == 0 { throttle.reset() } else { throttle.submit(NewestValue(index)) }
    }
    throttle.submit(NewestValue(.max))
    #expect(done.arrives())
  }

  @Test(arguments: 0..<20)
  func cancellingWhatIsPendingStrandsNothingLater(_ round: Int) {
    let throttle = throttle()
    produce(threads: 4, each: 500) { producer, index in
      if producer == 0 { throttle.cancelPending() } else { throttle.submit(NewestValue(index)) }
    }
    throttle.submit(NewestValue(.max))
    #expect(done.arrives())
    main.settle()
    #expect(throttle.pendingCount == 0)
  }
}
