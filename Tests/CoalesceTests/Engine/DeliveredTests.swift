import Dispatch
import Testing

@testable import Coalesce

/// `waitUntilDelivered()`: returns when what was submitted before has been delivered, or was dropped.
///
/// Real queues, for tasks do not run in virtual time; main is a queue that is suspended at will.
struct DeliveredTests {
  typealias Subject = Coalescer<OrderedUpdates<Int>>

  private let main = RealMain()
  private let shown = Recorder<Int>()

  private func subject(_ policy: Pace = .nextPass) -> Subject {
    Subject(policy, scheduler: main.scheduler) { [shown] in $0.elements.forEach(shown.record) }
  }

  @Test func withNothingSubmittedItReturnsAtOnce() async {
    let subject = subject()
    await subject.waitUntilDelivered()
    subject.submit(OrderedUpdates([1]))
    await subject.waitUntilDelivered()
    await subject.waitUntilDelivered()
    #expect(shown.all == [1])
  }

  @Test(arguments: PauseTests.policies.indices)
  func whatWasSubmittedBeforeHasBeenDelivered(_ index: Int) async {
    let subject = subject(PauseTests.policies[index])
    for round in 0..<3 {
      for number in 0..<10 { subject.submit(OrderedUpdates([10 * round + number])) }
      await subject.waitUntilDelivered()
      #expect(shown.all == Array(0..<(10 * round + 10)))
    }
  }

  @Test func severalWaitForOneDelivery() async {
    let subject = subject()
    main.queue.suspend()
    subject.submit(OrderedUpdates([1]))
    var waits: [Wait] = []
    for number in 1...3 { waits.append(await Wait(for: subject, number: number)) }
    main.queue.resume()
    for wait in waits { await wait.end() }
    #expect(shown.all == [1])
  }

  /// The delivery that is under way does not have what was submitted since it began.
  @Test func whatIsSubmittedInADeliveryIsWaitedForToo() async {
    let begun = DispatchSemaphore(value: 0)
    let goOn = DispatchSemaphore(value: 0)
    let subject = Subject(.nextPass, scheduler: main.scheduler) { [shown] in
      begun.signal()
      _ = goOn.arrives()
      $0.elements.forEach(shown.record)
    }
    subject.submit(OrderedUpdates([1]))
    #expect(begun.arrives())
    let first = await Wait(for: subject)
    subject.submit(OrderedUpdates([2]))
    let second = await Wait(for: subject, number: 2)
    goOn.signal()
    await first.end()
    #expect(begun.arrives())
    #expect(second.isWaiting)
    goOn.signal()
    await second.end()
    #expect(shown.all == [1, 2])
  }

  enum End: CaseIterable { case cancel, cancelPending, endOfTheTask, drop, flush }

  @Test(arguments: End.allCases)
  func itReturnsWhereWhatWaitsIsDropped(_ end: End) async {
    var subject: Subject? = subject(.throttle(for: .seconds(3_600)))
    subject?.submit(OrderedUpdates([1]))
    main.settle()
    subject?.submit(OrderedUpdates([2]))
    let wait = await Wait(for: subject)
    #expect(wait.isWaiting)
    switch end {
    case .cancel: subject?.cancel()
    case .cancelPending: subject?.cancelPending()
    case .endOfTheTask: wait.cancel()
    case .flush: main.queue.sync { [subject] in subject?.flush() }
    // A task that waits keeps it.
    case .drop: subject = nil
    }
    if end == .drop { wait.cancel() }
    await wait.end()
    #expect(shown.all == (end == .flush ? [1, 2] : [1]))
  }

  @Test func inATaskThatWasCancelledBeforeItReturnsAtOnce() async {
    let subject = subject()
    main.queue.suspend()
    subject.submit(OrderedUpdates([1]))
    let isDone = Locked(false)
    let task = Task.detached {
      while !Task.isCancelled { await Task.yield() }
      await subject.waitUntilDelivered()
      isDone.withLock { $0 = true }
    }
    task.cancel()
    for _ in 0..<1_000 where !isDone.withLock({ $0 }) {
      try? await Task.sleep(for: .milliseconds(1))
    }
    #expect(isDone.withLock { $0 })
    subject.cancel()
    main.queue.resume()
    await task.value
  }

  @Test func afterACancelItReturnsAtOnce() async {
    let subject = subject()
    main.queue.suspend()
    subject.submit(OrderedUpdates([1]))
    subject.cancel()
    subject.submit(OrderedUpdates([2]))
    await subject.waitUntilDelivered()
    main.queue.resume()
    main.settle()
    #expect(shown.all.isEmpty)
  }

  @Test func inAPauseItWaitsForItsEnd() async {
    let subject = subject()
    subject.pause()
    subject.submit(OrderedUpdates([1]))
    let wait = await Wait(for: subject)
    main.settle()
    #expect(wait.isWaiting)
    subject.resume()
    await wait.end()
  }

  /// What is dropped while a delivery is under way will have none.
  @Test(arguments: PauseTests.policies.indices)
  func itReturnsWhereWhatWaitsIsDroppedInADelivery(_ index: Int) async {
    let begun = DispatchSemaphore(value: 0)
    let goOn = DispatchSemaphore(value: 0)
    let subject = Subject(PauseTests.policies[index], scheduler: main.scheduler) { _ in
      begun.signal()
      _ = goOn.arrives()
    }
    subject.submit(OrderedUpdates([1]))
    #expect(begun.arrives())
    subject.submit(OrderedUpdates([2]))
    let wait = await Wait(for: subject)
    subject.cancelPending()
    goOn.signal()
    goOn.signal()
    main.settle()
    let returns = await wait.endsSoon()
    #expect(returns)
    if !returns { subject.cancel() }
    await wait.end()
  }

  /// Flags that were taken between the setting of their bits and their count leave the count behind.
  @Test func itReturnsWhereACountWasLeftWithoutItsFlags() async {
    let subject = Coalescer<UpdateFlags>(.nextPass, scheduler: main.scheduler) { _ in }
    main.queue.suspend()
    let left = subject.outbox.pending.submitted.wrappingAdd(1, ordering: .relaxed).newValue
    subject.engine.arrived(left)
    let wait = await Wait(for: subject)
    main.queue.resume()
    main.settle()
    let returns = await wait.endsSoon()
    #expect(returns)
    if !returns { subject.cancel() }
    await wait.end()
  }
}

/// A task that waits in `waitUntilDelivered()`.
private struct Wait {
  private let task: Task<Void, Never>
  private let isDone = Locked(false)

  /// - Parameters:
  ///   - subject: what it waits for.
  ///   - number: how many wait then, this one included.
  init<Update>(for subject: Coalescer<Update>?, number: Int = 1) async {
    task = Task.detached { [subject, isDone] in
      await subject?.waitUntilDelivered()
      isDone.withLock { $0 = true }
    }
    // Until it waits, for what follows is to find it there.
    while let subject, subject.engine.state.withLock({ $0.waiters.count }) < number {
      await Task.yield()
    }
  }

  var isWaiting: Bool { !isDone.withLock { $0 } }

  /// Hangs, and runs into the time limit, where it does not.
  func end() async { await task.value }

  /// For where it is known that it may not end: a second is a thousand times what it takes.
  func endsSoon() async -> Bool {
    for _ in 0..<1_000 where isWaiting {
      try? await Task.sleep(for: .milliseconds(1))
    }
    return !isWaiting
  }

  func cancel() { task.cancel() }
}
