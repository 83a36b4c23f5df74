import Foundation
import Testing

@testable import Coalesce

/// A delivery that goes on in a task, or with a consumer, and what comes in the middle of its beginning and its
/// end.
struct InFlightTests {
  /// A task that ends when it is cancelled.
  private static func task() -> Task<Void, Never> {
    Task { try? await Task.sleep(for: .seconds(3_600)) }
  }

  /// A rig whose handler goes on, and the tasks in which it does.
  private final class Subject: @unchecked Sendable {
    // Proof of `@unchecked`: as of the rig.
    let rig: EngineRig
    var tasks: [Task<Void, Never>] = []
    var finish: [@Sendable () -> Void] = []
    /// What happens between the handler's start and the engine's knowing of its task, once.
    var meanwhile: (() -> Void)?

    init(cancels: Bool = false, _ set: (EngineRig) -> Void = { _ in }) {
      rig = EngineRig(isOpen: false, set: set)
      rig.engine?.open(cancelsInFlight: cancels)
      rig.call = { [unowned self] in
        .goesOn { finished in
          self.finish.append(finished)
          let task = InFlightTests.task()
          self.tasks.append(task)
          let body = self.meanwhile
          self.meanwhile = nil
          body?()
          return task
        }
      }
    }

    deinit { tasks.forEach { $0.cancel() } }

    var wereCancelled: [Bool] { tasks.map(\.isCancelled) }

    func deliver() {
      rig.submit()
      rig.engine?.deliver()
    }
  }

  @Test(arguments: [true, false]) func whatIsNewerCancelsIfItIsToDoSo(cancels: Bool) {
    let subject = Subject(cancels: cancels)
    subject.deliver()
    #expect(subject.wereCancelled == [false])
    subject.rig.submit()
    #expect(subject.wereCancelled == [cancels])
  }

  @Test func nothingNewCancelsNothing() {
    let subject = Subject(cancels: true)
    subject.deliver()
    subject.rig.engine?.reset()
    subject.rig.engine?.look(.other)
    #expect(subject.wereCancelled == [false])
  }

  @Test(arguments: [true, false]) func whatIsNewerMayComeBeforeTheTaskIsKnown(cancels: Bool) {
    let subject = Subject(cancels: cancels)
    subject.meanwhile = { subject.rig.submit() }
    subject.deliver()
    #expect(subject.wereCancelled == [cancels])
  }

  @Test func cancelMayComeBeforeTheTaskIsKnown() {
    let subject = Subject()
    subject.meanwhile = { subject.rig.engine?.cancel() }
    subject.deliver()
    #expect(subject.wereCancelled == [true])
  }

  @Test(arguments: [true, false]) func endMayComeBeforeTheTaskIsKnown(anotherBegins: Bool) {
    let subject = Subject()
    subject.meanwhile = {
      subject.finish[0]()
      if anotherBegins { subject.deliver() }
    }
    subject.deliver()
    // The task of one that is over is none of the engine's; that of the next is kept.
    subject.rig.engine?.cancel()
    #expect(subject.wereCancelled == (anotherBegins ? [false, true] : [false]))
  }

  @Test func endLetsGoOfTheTask() {
    let subject = Subject()
    subject.deliver()
    subject.finish[0]()
    subject.rig.engine?.cancel()
    #expect(subject.wereCancelled == [false])
  }

  @Test func endOfTheEngineCancelsTheTask() {
    let subject = Subject()
    subject.deliver()
    subject.rig.drop()
    #expect(subject.wereCancelled == [true])
    // It may still end.
    subject.finish[0]()
  }

  /// What comes is posted, the hop finds one in flight, and its end posts again.
  @Test(arguments: [true, false]) func oneIsInFlightAtATime(deliversInSubmit: Bool) {
    let subject = Subject { $0.deliversInSubmit = deliversInSubmit }
    subject.deliver()
    let rig = subject.rig
    _ = rig.told()
    rig.posts = []
    rig.engine?.look(.hop)
    rig.submit()
    #expect(rig.told() == ["heard 1 at 0", "post"])
    rig.pass()
    #expect(rig.told() == [])
    subject.finish[0]()
    #expect(rig.told() == ["post"])
    rig.pass()
    #expect(rig.told() == ["take 1, wake at 1", "began at 0", "call"])
  }

  /// While the handler was suspended, main did something else or nothing.
  @Test func handlerTookWhatMainComputedAndNoMoreThanPassed() {
    let subject = Subject()
    subject.deliver()
    subject.rig.now = 3_600_000_000_000
    subject.finish[0]()
    let first = subject.rig.engine?.counts.mainTime ?? .zero
    #expect(first > .zero && first < .seconds(60))
    subject.deliver()
    subject.rig.now += 1
    subject.finish[1]()
    #expect(subject.rig.engine?.counts.mainTime == first + .nanoseconds(1))
  }

  /// Of another thread's time nothing is known.
  @Test func handlerThatEndsOnAnotherThreadTookAllThatPassed() {
    let subject = Subject()
    subject.deliver()
    subject.rig.now = 3_600_000_000_000
    let isOver = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      subject.finish[0]()
      isOver.signal()
    }
    #expect(isOver.arrives())
    #expect(subject.rig.engine?.counts.mainTime == .seconds(3_600))
  }

  /// The consumer may finish in another turn, whose layout commit is not this delivery's.
  @Test func consumersElementHasNoLayoutCommit() {
    let rig = EngineRig { $0.timesDeliveries = true }
    rig.handOver()
    rig.submit()
    rig.pass()
    rig.now = 10
    _ = rig.told()
    rig.finished?()
    #expect(rig.told() == ["ended 0...10, main 10, layout 0"])
  }

  @Test func consumerThatHasGoneGetsNothing() {
    let rig = EngineRig { $0.hasReceiver = false }
    rig.call = {
      .handsOver { _ in
        rig.count += 1
        return false
      }
    }
    rig.submit()
    rig.pass()
    #expect(
      rig.told() == [
        "heard 1 at 0", "post", "take 1, wake at 1", "began at 0", "call", "heard 1 at 0",
      ])
    #expect(rig.wakeAt == .max)
  }

  // MARK: Who waits for a delivery

  /// A drop in a delivery leaves those who wait to that delivery: neither less nor more.
  @Test func whoWaitsWhenAllIsDroppedInADeliveryWaitsForItsEnd() async {
    let subject = Subject()
    let rig = subject.rig
    subject.deliver()
    rig.submit()
    let isTold = await rig.waits(for: 2) {
      rig.engine?.cancelPending()
      #expect(rig.waiters == 1)
      rig.due = 100
      rig.submit()
      subject.finish[0]()
    }
    #expect(isTold)
  }

  @Test func whoWaitsForADeliveryIsToldThoughMoreHasCome() async {
    let subject = Subject()
    let isTold = await subject.rig.waits(for: 2) {
      for number in 0..<2 {
        subject.deliver()
        subject.rig.submit()
        #expect(subject.rig.waiters == 1)
        subject.finish[number]()
      }
    }
    #expect(isTold)
  }

  /// A flush finds that the target is gone while one is in flight.
  @Test func whoWaitsForWhatIsDroppedInADeliveryIsTold() async {
    let rig = EngineRig(dropsUndeliverable: true)
    rig.handOver()
    rig.submit()
    rig.pass()
    rig.submit()
    let isTold = await rig.waits(for: 2) {
      rig.isTargetThere = false
      rig.hasReceiver = false
      rig.engine?.deliver()
      rig.finished?()
    }
    #expect(isTold)
  }

  /// Somebody began to wait between a submission's merging and its finding that it is dropped.
  @Test func whoWaitsForWhatIsDroppedAtOnceIsTold() async {
    let rig = EngineRig(dropsUndeliverable: true)
    rig.engine?.detach()
    let isTold = await rig.waits(for: 1) { rig.submit() }
    #expect(isTold)
  }

  @Test func whoWaitsForTheNextDeliveryDoesNotEndWithThis() async {
    let subject = Subject()
    subject.deliver()
    subject.rig.submit()
    let isTold = await subject.rig.waits(for: 2) { subject.finish[0]() }
    #expect(!isTold)
  }

  /// Whoever begins to wait before the store is empty waits for nothing.
  @Test func whoBeginsToWaitWhileAllIsDroppedIsTold() async {
    let rig = EngineRig { $0.due = 100 }
    rig.submit()
    let isTold = await rig.waits(for: 1) {
      // Those that it finds have been told by then.
      guard let early = rig.engine?.state.withLock({ $0.waiters.removeValue(forKey: .max) }) else {
        return
      }
      rig.whenDiscarded = { rig.engine?.state.withLock { $0.waiters[.max] = early } }
      rig.engine?.cancelPending()
    }
    #expect(isTold)
  }

  @Test(arguments: [true, false]) func whoWaitsForNothingIsToldAndNobodyElse(isInFlight: Bool) async
  {
    let subject = Subject()
    if isInFlight { subject.deliver() }
    let isTold = await subject.rig.waits(for: 1) { subject.rig.engine?.reset() }
    #expect(isTold == !isInFlight)
    subject.rig.due = 100
    subject.rig.submit()
    let isToldThough = await subject.rig.waits(for: 2) { subject.rig.engine?.reset() }
    #expect(!isToldThough)
  }

  /// With flags whose count was left behind, the store may turn out to be empty when it is emptied.
  @Test func whoWaitsForADeliveryOfNothingIsTold() async {
    let rig = EngineRig()
    rig.submit()
    let isTold = await rig.waits(for: 1) {
      rig.count = 0
      rig.engine?.deliver()
    }
    #expect(isTold)
  }
}
