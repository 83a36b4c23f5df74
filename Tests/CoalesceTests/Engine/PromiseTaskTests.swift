import CoalesceTesting
import Dispatch
import Foundation
import TestSupport
import Testing

@testable import Coalesce

/// The library's promises about asynchronous handlers, loops and waiting callers.
@MainActor struct PromiseTaskTests {
  struct Full: Error {}

  /// A screen whose handler runs until `end()`. It then throws if its task was cancelled or `fails` is set; otherwise
  /// it shows the update.
  @MainActor final class Screen {
    var begun: [[Int]] = []
    var shown: [[Int]] = []
    var cancelled = 0
    var fails = false
    /// Whether cancelling the task ends the handler.
    var hearsOfCancellation = true
    private var goOn: CheckedContinuation<Void, Never>?

    func show(_ update: OrderedUpdates<Int>) async throws {
      begun.append(update.elements)
      await withTaskCancellationHandler {
        await withCheckedContinuation { goOn = $0 }
      } onCancel: {
        Task { @MainActor in
          cancelled += 1
          if hearsOfCancellation { end() }
        }
      }
      try Task.checkCancellation()
      if fails { throw Full() }
      shown.append(update.elements)
    }

    func end() {
      goOn?.resume()
      goOn = nil
    }
  }

  private let screen = Screen()

  private func list(_ pace: Pace = .nextPass, newest: NewerUpdate = .waits) -> Coalescer<
    OrderedUpdates<Int>
  > {
    let list = Coalescer<OrderedUpdates<Int>>(pace)
    list.onDelivery(to: screen, newest: newest) { screen, update in try await screen.show(update) }
    return list
  }

  /// Waits for the condition. Returns false after ten minutes: long tests may keep all threads busy for two.
  private func comes(_ condition: () -> Bool) async -> Bool {
    let end = ContinuousClock.now + .seconds(600)
    while !condition() {
      guard ContinuousClock.now < end else { return false }
      await passes(1)
    }
    return true
  }

  /// Lets the main queue make `count` passes.
  private func passes(_ count: Int) async {
    for _ in 0..<count {
      await withCheckedContinuation { done in DispatchQueue.main.async { done.resume() } }
      await Task.yield()
    }
  }

  // MARK: Handlers that throw

  @Test func throwingHandlerIsNotRetriedAutomatically() async {
    let calls = Recorder<Int>()
    let list = Coalescer<UpdateCount>(.nextPass) { (count: UpdateCount) async throws in
      calls.record(count.updateCount)
      throw Full()
    }
    list.submit(.one)
    #expect(await comes { calls.count > 0 })
    await passes(200)
    #expect(calls.all == [1])
    list.submit(.one)
    #expect(await comes { calls.count > 1 })
    await passes(200)
    #expect(calls.all == [1, 2])
    #expect(list.counts.submissions == 2)
    #expect(list.counts.failed == 2)
  }

  @Test func waitFailsIfTheHandlerThrowsAndTheNextWaitRetries() async {
    let list = list()
    screen.fails = true
    list.submit(1)
    #expect(await comes { screen.begun.count == 1 })
    async let first = list.waitUntilDelivered()
    await passes(5)
    screen.end()
    #expect(await !first)
    #expect(list.pendingCount == 1)
    screen.fails = false
    async let second = list.waitUntilDelivered()
    #expect(await comes { screen.begun.count == 2 })
    screen.end()
    #expect(await second)
    #expect(screen.shown == [[1]])
    #expect(await list.waitUntilDelivered())
    #expect(screen.begun.count == 2)
  }

  @Test func waitFailsWithoutAReceiver() async {
    let list = Coalescer<OrderedUpdates<Int>>(.nextPass)
    list.submit(1)
    #expect(await !list.waitUntilDelivered(), "there is no handler")
    var gone: Screen? = Screen()
    if let gone { list.onDelivery(to: gone) { _, _ in } }
    #expect(await list.waitUntilDelivered())
    gone = nil
    list.submit(2)
    #expect(await !list.waitUntilDelivered(), "its target is gone")
    withExtendedLifetime(gone) {}
    let next = self.list()
    next.submit(1)
    let hold = next.pause()
    async let answer = next.waitUntilDelivered()
    await passes(5)
    next.cancel()
    #expect(await !answer, "it was cancelled")
    withExtendedLifetime(hold) {}
  }

  /// The submission has merged its update, but has not checked yet whether to call the engine.
  @Test func waitRacingWithASubmissionEnds() async {
    let rounds = 20_000
    let reload = Coalescer<UpdateCount>(.nextPass, queue: DispatchQueue(label: "own")) {}
    let (begun, answered) = (Locked(0), Locked(0))
    Thread.detachNewThread {
      for round in 1...rounds {
        while begun.withLock({ $0 }) < round {}
        for _ in 0..<round % 40 { _ = begun.withLock { $0 } }
        reload.submit(.one)
      }
    }
    let waiter = Task.detached {
      for round in 1...rounds {
        begun.withLock { $0 = round }
        await reload.waitUntilDelivered()
        answered.withLock { $0 = round }
      }
    }
    #expect(await comes { answered.withLock { $0 } == rounds })
    waiter.cancel()
  }

  // MARK: Newer updates and running handlers

  /// At this pace, the next delivery is due in an hour.
  @Test func newerUpdateCancelsTheHandlerOnlyWhenDue() async {
    let list = list(.throttle(for: .seconds(3_600)), newest: .cancels)
    list.submit(1)
    #expect(await comes { screen.begun.count == 1 })
    for number in 2...4 { list.submit(number) }
    await passes(50)
    #expect(screen.cancelled == 0)
    async let isDelivered = list.waitUntilDelivered()
    await passes(5)
    list.submit(5, within: .zero)
    #expect(await comes { screen.begun.count == 2 })
    #expect(screen.cancelled == 1)
    #expect(screen.begun == [[1], [1, 2, 3, 4, 5]])
    screen.end()
    #expect(await isDelivered, "an interrupted delivery is no failure")
    #expect(list.counts.failed == 0)
    #expect(list.counts.submissions == 5)
  }

  /// Updates come while each search is running, long before another one is due.
  @Test func updatesThatAreNotDueLetHandlersFinish() async {
    let list = list(.throttle(for: .seconds(3_600)), newest: .cancels)
    list.submit(0)
    for search in 1...3 {
      #expect(await comes { screen.begun.count == search })
      for number in 1...3 { list.submit(number) }
      await passes(20)
      screen.end()
      #expect(await comes { screen.shown.count == search })
      list.flush()
    }
    #expect(screen.cancelled == 0)
    list.cancel()
  }

  @Test func cancelPendingDropsTheUpdateInFlight() async {
    let list = list(newest: .cancels)
    list.submit(1)
    #expect(await comes { screen.begun.count == 1 })
    list.submit(2)
    list.cancelPending()
    #expect(await comes { screen.cancelled == 1 })
    await passes(50)
    #expect(screen.begun == [[1]])
    #expect(screen.shown.isEmpty)
    #expect(list.pendingCount == 0)
    list.submit(3)
    #expect(await comes { screen.begun.count == 2 })
    #expect(screen.begun == [[1], [3]])
    screen.end()
    #expect(await list.waitUntilDelivered())
    #expect(list.counts.dropped == 2)
  }

  /// Like a clear button pressed while a cancelled search has not ended yet.
  @Test func cancelPendingDropsAnInterruptedUpdate() async {
    screen.hearsOfCancellation = false
    let list = list(newest: .cancels)
    list.submit(1)
    #expect(await comes { screen.begun.count == 1 })
    list.submit(2)
    #expect(await comes { screen.cancelled == 1 })
    list.cancelPending()
    screen.end()
    #expect(await comes { list.counts.dropped == 2 })
    await passes(50)
    #expect(screen.begun == [[1]])
    #expect(list.pendingCount == 0)
  }

  @Test(arguments: [NewerUpdate.waits, .cancels])
  func handlerFinishesUnlessANewerUpdateCancelsIt(_ newest: NewerUpdate) async {
    var list: Coalescer? = list(newest: newest)
    list?.submit(1)
    #expect(await comes { screen.begun.count == 1 })
    list?.submit(2)
    weak let gone = list
    list = nil
    #expect(gone == nil)
    await passes(20)
    screen.end()
    let shown = newest == .waits ? [[1]] : []
    #expect(await comes { screen.shown == shown })
    await passes(20)
    #expect(screen.begun == [[1]], "pending updates are dropped")
  }

  // MARK: Updates that cancel out

  private struct Difference: Mergeable {
    var number: Int
    var updateCount: Int { abs(number) }
    mutating func merge(_ newer: Difference) { number += newer.number }
  }

  private struct NeverDue: DeliveryPolicy {
    var due: UInt64 { .max }
    mutating func didHear(_ count: Int, at now: UInt64) {}
    mutating func willDeliver(at now: UInt64) {}
  }

  @Test func waitEndsWhenUpdatesCancelOut() async {
    let changes = Coalescer<Difference>(Pace(NeverDue())) { _ in }
    changes.submit(Difference(number: 1))
    let answer = Recorder<Bool>()
    let waiter = Task { answer.record(await changes.waitUntilDelivered()) }
    await passes(20)
    changes.submit(Difference(number: -1))
    #expect(await comes { answer.count > 0 })
    #expect(answer.all == [true])
    waiter.cancel()
  }

  private struct Latest: Mergeable {
    var note: LockProbe
    mutating func merge(_ newer: Latest) { self = newer }
  }

  /// The app's merge runs without a lock.
  @Test func replacedValueMaySubmitInItsDeinit() {
    let list = Coalescer<Latest>(.nextPass)
    let isOver = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      list.submit(Latest(note: LockProbe { list.submit(Latest(note: LockProbe {})) }))
      list.submit(Latest(note: LockProbe {}))
      isOver.signal()
    }
    #expect(isOver.wait(timeout: .now() + 20) == .success)
  }

  // MARK: Loops

  @Test func newerLoopTakesOverAndTheOlderEnds() async {
    let list = Coalescer<OrderedUpdates<Int>>(.nextPass)
    let (older, newer) = (Recorder<[Int]>(), Recorder<[Int]>())
    let first = Task {
      for await lines in list.deliveries { older.record(lines.elements) }
    }
    list.submit(1)
    #expect(await comes { older.count == 1 })
    let second = Task {
      for await lines in list.deliveries { newer.record(lines.elements) }
    }
    await first.value
    for number in 2...5 {
      list.submit(number)
      await passes(1)
    }
    #expect(await comes { newer.all.flatMap(\.self) == [2, 3, 4, 5] })
    #expect(older.all == [[1]])
    list.cancel()
    await second.value
  }

  @Test func cancelledNewerLoopTakesNoUpdates() async {
    let list = Coalescer<OrderedUpdates<Int>>(.nextPass)
    let shown = Recorder<Int>()
    let goesOn = Locked(false)
    let older = Task {
      for await lines in list.deliveries {
        for line in lines.elements { shown.record(line) }
        while !goesOn.withLock({ $0 }) { await passes(1) }
      }
    }
    list.submit(1)
    #expect(await comes { shown.count == 1 })
    let newer = Task { for await _ in list.deliveries {} }
    await passes(20)
    newer.cancel()
    await newer.value
    goesOn.withLock { $0 = true }
    list.submit(2)
    #expect(await comes { shown.count == 2 })
    list.cancel()
    await older.value
  }

  /// The loop sleeps on another thread.
  @Test func detachedLoopUsesNoMainThreadTime() async {
    let list = Coalescer<OrderedUpdates<Int>>(.nextPass)
    let loop = Task.detached(priority: .high) {  // Other tests keep the threads busy.
      for await _ in list.deliveries { try? await Task.sleep(for: .milliseconds(50)) }
    }
    for number in 0..<3 {
      list.submit(number)
      #expect(await comes { list.counts.deliveries == number + 1 })
    }
    #expect(list.counts.mainTime == .zero)
    loop.cancel()
    await loop.value
  }

  // MARK: Other sequences

  @available(macOS 15, iOS 18, *)
  @Test func newestSequenceEndsWithTheNewestElement() async {
    let (prices, input) = AsyncStream.makeStream(of: Int.self)
    for price in 1...100 { input.yield(price) }
    input.finish()
    var shown: [Int] = []
    for await price in prices.newest(by: .nextPass) { shown.append(price) }
    #expect(shown.last == 100)
    #expect(shown == shown.sorted())
  }

  /// The consumer has one element, and the pace allows no other for an hour.
  @available(macOS 15, iOS 18, *)
  @Test func sequenceReadsAtMostAThousandElementsAhead() async {
    let read = Locked(0)
    let numbers = AsyncStream<Int> {
      read.withLock { read in
        read += 1
        return read
      }
    }
    for await first in numbers.coalesced(by: .throttle(for: .seconds(3_600))) {
      #expect(await comes { read.withLock { $0 } >= 1_000 })
      await passes(1_000)
      #expect(read.withLock { $0 } <= first.count + 1_001)
      break
    }
  }

  // MARK: Misuse

  enum Misuse: String, CaseIterable, Codable {
    case share, queueOfAView, flushOffMain, room, limit, handlerBesideLoop, loopBesideHandler
    case virtualTimeElsewhere

    /// A part of the message.
    var sentence: String {
      switch self {
      case .share: "A share must be more than 0 and at most 1, not 1.5."
      case .queueOfAView: "needs the main actor, but this coalescer delivers on a queue of its own"
      case .flushOffMain: "flush() was called off the main thread"
      case .room: "A recording must keep at least one submission, not 0."
      case .limit: "keepNewest(0) would drop every element."
      case .handlerBesideLoop: "a loop over its 'deliveries'"
      case .loopBesideHandler: "has a handler"
      case .virtualTimeElsewhere: "Mark a test in virtual time with '@MainActor'."
      }
    }

    @MainActor func happen() async {
      let list = Coalescer<OrderedUpdates<Int>>(.nextPass)
      switch self {
      case .share: _ = Pace.budget(share: 1.5)
      case .queueOfAView:
        Coalescer<UpdateCount>(.nextPass, queue: DispatchQueue(label: "own")).onDelivery {}
      case .flushOffMain: await Task.detached { list.flush() }.value
      case .room: _ = list.startRecording(capacity: 0)
      case .limit: list.keepNewest(0)
      case .handlerBesideLoop:
        list.submit(1)
        for await _ in list.deliveries { list.onDelivery { (_: OrderedUpdates<Int>) in } }
      case .loopBesideHandler:
        list.onDelivery { (_: OrderedUpdates<Int>) in }
        for await _ in list.deliveries {}
      case .virtualTimeElsewhere:
        await Task.detached {
          let time = VirtualScheduler()
          let label = Coalescer<UpdateCount>(.nextPass, scheduler: time)
          label.onDelivery { MainActor.assertIsolated() }
          label.submit(.one)
          time.run()
        }.value
      }
    }
  }

  /// Checks for `fatalError`, because a precondition prints no message in a release build.
  @Test(arguments: Misuse.allCases)
  func misuseTrapsWithAMessage(_ misuse: Misuse) async throws {
    let result = try await #require(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { [misuse = misuse as Misuse] in
      await misuse.happen()
      exit(0)
    }
    let said = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(said.contains("Fatal error: ") && said.contains(misuse.sentence), "\(said)")
  }
}
