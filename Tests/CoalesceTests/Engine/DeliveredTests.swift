import Dispatch
import BenchLibrarySupport
import Testing

@testable import Coalesce

/// `waitUntilDelivered()` returns once all earlier updates have been delivered, or throws the reason if they are not.
///
/// Uses real queues, because tasks do not run in virtual time. The main queue is one that tests can suspend.
struct DeliveredTests {
  typealias Subject = Coalescer<OrderedUpdates<Int>>

  private let main = RealMain()
  private let shown = Recorder<Int>()
  private let begun = DispatchSemaphore(value: 0)
  private let goOn = DispatchSemaphore(value: 0)

  private func subject(_ pace: Pace = .nextPass) -> Subject {
    Subject(pace, on: .scheduler(main.scheduler)) { [shown] in $0.elements.forEach(shown.record) }
  }

  @Test(arguments: DeliveryPauseTests.policies)
  func waitingEndsWhenEarlierUpdatesAreDelivered(_ pace: Pace) async {
    let subject = subject(pace)
    for round in 0..<3 {
      for number in 0..<10 { subject.submit(OrderedUpdates([10 * round + number])) }
      #expect(await subject.allDelivered())
      #expect(shown.all == Array(0..<(10 * round + 10)))
    }
  }

  @Test func waitingCallersShareOneDelivery() async {
    let subject = subject()
    main.queue.suspend()
    subject.submit(OrderedUpdates([1]))
    var waits: [Wait] = []
    for number in 1...3 { waits.append(await Wait(for: subject, number: number)) }
    main.queue.resume()
    for wait in waits { #expect(await wait.answer) }
    #expect(shown.all == [1])
  }

  /// A coalescer whose deliveries last until `goOn`.
  private func held(_ pace: Pace) -> Subject {
    Subject(pace, on: .scheduler(main.scheduler)) { [shown, begun, goOn] update in
      begun.signal()
      _ = goOn.arrives()
      update.elements.forEach(shown.record)
    }
  }

  /// The running delivery lacks updates submitted after it began.
  @Test func waitIncludesUpdatesSubmittedDuringADelivery() async {
    let subject = held(.nextPass)
    subject.submit(OrderedUpdates([1]))
    #expect(begun.arrives())
    let first = await Wait(for: subject)
    subject.submit(OrderedUpdates([2]))
    let second = await Wait(for: subject, number: 2)
    goOn.signal()
    #expect(await first.answer)
    #expect(begun.arrives())
    #expect(second.isWaiting)
    goOn.signal()
    #expect(await second.answer)
    #expect(shown.all == [1, 2])
  }

  /// The first attempt at the first portion fails, so its elements come first again.
  @Test func waitBehindAFailedPortionEndsWithItsOwnUpdate() async {
    let subject = Subject(.nextPass, portion: .atMost(2), on: .scheduler(main.scheduler))
    let attempts = Recorder<[Int]>()
    subject.onQueueDelivery { [shown, begun, goOn] update in
      attempts.record(update.elements)
      begun.signal()
      _ = goOn.arrives()
      if attempts.count == 1 { throw CancellationError() }
      update.elements.forEach(shown.record)
    }
    subject.submit(contentsOf: 1...5)
    #expect(begun.arrives())
    let wait = await Wait(for: subject)
    subject.submit(6)
    for _ in 0..<3 {
      goOn.signal()
      #expect(begun.arrives())
    }
    #expect(attempts.all == [[1, 2], [1, 2], [3, 4], [5, 6]])
    #expect(subject.engine.access { state, _ in state.waiters.count } == 1)
    goOn.signal()
    #expect(await wait.answer)
    #expect(shown.all == Array(1...6))
  }

  /// Newer updates keep coming.
  @Test func waitEndsWithThePortionThatHasTheLastOfItsUpdates() async {
    let subject = Subject(.nextPass, portion: .atMost(2), on: .scheduler(main.scheduler))
    subject.onQueueDelivery { [shown, begun, goOn] update in
      begun.signal()
      _ = goOn.arrives()
      update.elements.forEach(shown.record)
    }
    main.queue.suspend()
    subject.submit(contentsOf: 1...4)
    let wait = await Wait(for: subject)
    subject.submit(contentsOf: 5...9)
    main.queue.resume()
    for portion in 1...3 {
      #expect(begun.arrives())
      #expect(subject.engine.access { state, _ in state.waiters.isEmpty } == (portion == 3))
      if portion < 3 { goOn.signal() }
    }
    #expect(shown.all == [1, 2, 3, 4])
    for _ in 3...5 { goOn.signal() }
    #expect(await wait.answer)
  }

  enum End: CaseIterable { case cancel, cancelPending, endOfTheTask, flush }

  @Test(arguments: End.allCases)
  func waitingEndsWhenPendingUpdatesAreDroppedOrFlushed(_ end: End) async {
    let subject = subject(.throttle(for: .seconds(3_600)))
    subject.submit(OrderedUpdates([1]))
    main.settle()
    subject.submit(OrderedUpdates([2]))
    let wait = await Wait(for: subject)
    #expect(wait.isWaiting)
    switch end {
    case .cancel: subject.cancel()
    case .cancelPending: subject.cancelPending()
    case .endOfTheTask: wait.task.cancel()
    case .flush: main.queue.sync { subject.flush() }
    }
    switch end {
    case .cancel: await #expect(throws: DeliveryError.cancelled) { try await wait.end() }
    case .cancelPending: await #expect(throws: DeliveryError.dropped) { try await wait.end() }
    case .endOfTheTask: await #expect(throws: CancellationError.self) { try await wait.end() }
    case .flush: #expect(await wait.answer)
    }
    #expect(shown.all == (end == .flush ? [1, 2] : [1]))
  }

  enum Caller: CaseIterable { case handler, task, loop }

  /// A wait for its own delivery would never end. In a loop, a delivery lasts until the loop asks for the next one.
  @Test(arguments: Caller.allCases) @MainActor func waitInADeliveryThrows(_ caller: Caller) async {
    let subject = Coalescer<UpdateCount>(.nextPass)
    let (answers, answered) = AsyncStream.makeStream(of: DeliveryError?.self)
    let loop = Task { @MainActor in
      guard caller != .loop else {
        for await _ in subject.deliveries { answered.yield(await Self.error(of: subject)) }
        return
      }
      subject.onDelivery { [unowned subject] in
        if caller == .handler {
          answered.yield(await Self.error(of: subject))
        } else {
          async let answer = Self.error(of: subject)
          answered.yield(await answer)
        }
      }
    }
    subject.setNeedsUpdate()
    // Fails the test if the wait does not end; long tests may keep all threads busy for two minutes.
    let watch = Task {
      try await Task.sleep(for: .seconds(600))
      answered.yield(nil)
    }
    var iterator = answers.makeAsyncIterator()
    #expect(await iterator.next() == .insideDelivery)
    watch.cancel()
    subject.cancel()
    await loop.value
  }

  private nonisolated(nonsending) static func error(
    of subject: Coalescer<some Mergeable>
  ) async -> DeliveryError? {
    do { try await subject.waitUntilDelivered() } catch { return error as? DeliveryError }
    return nil
  }

  @Test func waitInACancelledTaskThrowsImmediately() async {
    let subject = subject(.throttle(for: .seconds(3_600)))
    let task = Task {
      while !Task.isCancelled { await Task.yield() }
      subject.submit(OrderedUpdates([1]))
      try await subject.waitUntilDelivered()
    }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test func waitLastsUntilAPauseEnds() async {
    let subject = subject()
    let hold = subject.pause()
    subject.submit(OrderedUpdates([1]))
    let wait = await Wait(for: subject)
    main.queue.sync { subject.flush() }
    main.settle()
    #expect(wait.isWaiting, "even after a flush")
    hold.end()
    #expect(await wait.answer)
  }

  /// Dropped updates are never delivered; those of the running delivery still are.
  @Test(arguments: DeliveryPauseTests.policies)
  func dropDuringADeliveryEndsOnlyTheLaterWait(_ pace: Pace) async {
    let subject = held(pace)
    subject.submit(OrderedUpdates([1]))
    #expect(begun.arrives())
    let first = await Wait(for: subject)
    subject.submit(OrderedUpdates([2]))
    let second = await Wait(for: subject, number: 2)
    subject.cancelPending()
    await #expect(throws: DeliveryError.dropped) { try await second.end() }
    #expect(first.isWaiting)
    goOn.signal()
    #expect(await first.answer)
    main.settle()
    #expect(shown.all == [1])
  }

  /// The updates newer than the failed one have cancelled out, so nothing else will be delivered.
  @Test @MainActor func waitForNothingNewerEndsWithAFailure() async {
    let isHeld = Flag()
    isHeld.set()
    let changes = Coalescer<Difference>(.nextPass)
    changes.onDelivery { (_: Difference) async throws in
      while isHeld.isSet { await Task.yield() }
      throw CancellationError()
    }
    changes.submit(Difference(number: 5))
    await passes(20)
    changes.submit(Difference(number: 1))
    let wait = await Wait(for: changes)
    changes.submit(Difference(number: -1))
    _ = isHeld.take()
    await #expect(throws: DeliveryError.handlerThrew) { try await wait.end() }
    changes.cancel()
  }

  @Test(arguments: [true, false])
  @MainActor func waitFailsWithoutAReceiver(keepsUndelivered: Bool) async {
    let list = Subject(.nextPass, keepsUndelivered: keepsUndelivered)
    #expect(await list.allDelivered(), "nothing is pending")
    list.submit(1)
    #expect(await Self.error(of: list) == .noReceiver, "there is no handler")
    var gone: Recorder<Int>? = Recorder()
    if let gone { list.onDelivery(to: gone) { _, _ in } }
    #expect(await list.allDelivered())
    gone = nil
    list.submit(2)
    let reason = keepsUndelivered ? DeliveryError.noReceiver : .dropped
    for _ in 0..<2 { #expect(await Self.error(of: list) == reason, "its target is gone") }
    list.cancel()
    #expect(await Self.error(of: list) == .cancelled)
    withExtendedLifetime(gone) {}
  }

  /// The submission has merged its update, but has not checked yet whether to call the engine.
  @Test func waitRacingWithASubmissionEnds() async {
    let reload = Coalescer<UpdateCount>(.nextPass, on: .queue(DispatchQueue(label: "own"))) { _ in }
    _ = reload.outbox.store.merge(.one)
    #expect(await reload.allDelivered())
  }

  private struct NeverDue: DeliveryPolicy {
    var due: UInt64 { .max }
    mutating func didHear(_ count: Int, at now: UInt64) {}
    mutating func willDeliver(at now: UInt64) {}
  }

  @Test(arguments: [false, true])
  @MainActor func failedUpdateThatIsCancelledOutIsNotWaitedFor(inHandler: Bool) async {
    let changes = Coalescer<Difference>(.nextPass)
    let failed = Recorder<Int>()
    changes.onDelivery { [unowned changes] (difference: Difference) throws in
      failed.record(difference.number)
      if inHandler { changes.submit(Difference(number: -5)) }
      throw CancellationError()
    }
    changes.submit(Difference(number: 5))
    #expect(await comes { failed.count == 1 })
    changes.pace = Pace(NeverDue())
    if !inHandler { changes.submit(Difference(number: -5)) }
    #expect(await changes.allDelivered())
    #expect(failed.all == [5] && changes.pendingCount == 0)
  }

  @Test @MainActor func waitEndsWhenUpdatesCancelOut() async {
    let changes = Coalescer<Difference>(Pace(NeverDue())) { _ in }
    changes.submit(Difference(number: 1))
    let answer = Recorder<Bool>()
    let waiter = Task { answer.record(await changes.allDelivered()) }
    await passes(20)
    changes.submit(Difference(number: -1))
    #expect(await comes { answer.count > 0 })
    #expect(answer.all == [true])
    waiter.cancel()
  }
}

private struct Wait {
  let task: Task<Void, any Error>
  private let isDone = Locked(false)

  /// - Parameters:
  ///   - subject: the coalescer to wait for.
  ///   - number: how many tasks wait then, including this one.
  init<Update>(for subject: Coalescer<Update>, number: Int = 1) async {
    task = Task.detached { [isDone] in
      defer { isDone.withLock { $0 = true } }
      try await subject.waitUntilDelivered()
    }
    // Returns only once the task waits, so that the test's next steps find it waiting.
    while subject.engine.access({ state, _ in state.waiters.count }) < number { await Task.yield() }
  }

  var isWaiting: Bool { !isDone.withLock { $0 } }

  /// Waits, too. If the wait does not end, the test hangs until its time limit.
  func end() async throws { try await task.value }

  /// Whether everything was delivered.
  var answer: Bool { get async { (try? await end()) != nil } }
}
