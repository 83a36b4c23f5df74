import CoalesceTesting
import Foundation
import Observation
import Testing

@testable import Coalesce

/// Targets that go and come, what failed, what is in flight: nothing of it is lost.
@MainActor struct GoneTargetTests {
  private final class Screen { var shown: [Int] = [] }

  @Test func nextScreenGetsWhatTheLastLeft() {
    let time = VirtualScheduler()
    let list = Coalescer<OrderedUpdates<Int>>(.nextPass, scheduler: time)
    var first: Screen? = Screen()
    list.onDelivery(to: first!) { screen, update in screen.shown += update.elements }
    list.submit(1)
    time.run()
    #expect(first?.shown == [1])
    first = nil
    list.submit(2)
    time.run()
    list.submit(3)
    #expect(!list.isCancelled)
    #expect(list.pendingCount == 2)
    let second = Screen()
    list.onDelivery(to: second) { screen, update in screen.shown += update.elements }
    time.run()
    #expect(second.shown == [2, 3])
  }

  /// An asynchronous handler does not even begin, so all this goes on in virtual time.
  @Test(arguments: [true, false])
  func targetOfAnAsynchronousHandlerThatIsGoneGetsNothing(keepsUndelivered: Bool) {
    let time = VirtualScheduler()
    let list = Coalescer<OrderedUpdates<Int>>(
      .nextPass, scheduler: time, keepsUndelivered: keepsUndelivered)
    var first: Screen? = Screen()
    list.onDelivery(to: first!) { (_: Screen, _: OrderedUpdates<Int>) async throws in }
    first = nil
    for number in 1...3 {
      list.submit(number)
      time.run()
    }
    #expect(list.counts.deliveries == 0)
    #expect(list.counts.dropped == (keepsUndelivered ? 0 : 3))
    #expect(list.pendingCount == (keepsUndelivered ? 3 : 0))
  }

  /// Another thread may drop the last reference between the question whether it is there and the call.
  @Test(arguments: [true, false])
  func whatATargetMissedWaitsAgain(isAsynchronous: Bool) {
    let outbox = Outbox<OrderedUpdates<Int>>()
    outbox.setReceiver(
      .init(handler: isAsynchronous ? .asynchronous { _ in nil } : .plain { _ in false }))
    _ = outbox.pending.merge(OrderedUpdates([1, 2]))
    let waiting = outbox.submissions()
    #expect(outbox.take() == waiting && outbox.submissions() == 0)
    guard case .missed = outbox.call() else {
      Issue.record("nobody was there")
      return
    }
    #expect(outbox.submissions() == waiting)
    #expect(outbox.pending.take()?.elements == [1, 2])
  }

  @Test func whatNobodyWantsCanBeDropped() {
    let time = VirtualScheduler()
    let list = Coalescer<OrderedUpdates<Int>>(
      .nextPass, scheduler: time, keepsUndelivered: false)
    var first: Screen? = Screen()
    list.onDelivery(to: first!) { screen, update in screen.shown += update.elements }
    first = nil
    for number in 1...100 {
      list.submit(number)
      time.run()
    }
    #expect(list.pendingCount == 0)
    #expect(list.counts.dropped == 100)
    let second = Screen()
    list.onDelivery(to: second) { screen, update in screen.shown += update.elements }
    list.submit(101)
    time.run()
    #expect(second.shown == [101])
  }

  /// The hop was on its way when a flush found that the target is gone.
  @Test func hopThatFindsNobodyEnds() {
    let time = VirtualScheduler()
    let list = Coalescer<OrderedUpdates<Int>>(.nextPass, scheduler: time, keepsUndelivered: false)
    var screen: Screen? = Screen()
    list.onDelivery(to: screen!) { screen, update in screen.shown += update.elements }
    list.submit(1)
    screen = nil
    list.flush()
    time.run()
    list.setPace(.debounce())
    list.resetTiming()
    #expect(list.counts.dropped == 1)
  }

  private struct Failure: Error {}

  @Test func whatFailedComesAgainBeneathWhatIsNewer() async {
    let screen = Screen()
    let list = Coalescer<OrderedUpdates<Int>>(.nextPass)
    let attempts = Locked(0)
    list.onDelivery(to: screen) { screen, update in
      let attempt = attempts.withLock { attempts in
        attempts += 1
        return attempts
      }
      if attempt == 1 {
        list.submit(3)
        throw Failure()
      }
      screen.shown += update.elements
    }
    list.submit(contentsOf: [1, 2])
    while screen.shown.isEmpty { await Task.yield() }
    #expect(screen.shown == [1, 2, 3])
    #expect(attempts.withLock { $0 } == 2)
    list.cancel()
  }

  @Test func newerQueryCancelsTheSearchInFlight() async {
    let screen = Screen()
    let query = Coalescer<NewestValue<Int>>(.nextPass)
    let (begun, cancelled) = (Locked(0), Locked<[Int]>([]))
    query.onDelivery(to: screen, newest: .cancels) { screen, query in
      begun.withLock { $0 = query.value }
      do {
        if query.value < 3 { try await Task.sleep(for: .seconds(3_600)) }
        screen.shown.append(query.value)
      } catch {
        cancelled.withLock { $0.append(query.value) }
      }
    }
    for number in 1...3 {
      query.submit(number)
      // Before that, the newer one takes its place.
      while begun.withLock({ $0 }) < number { await Task.yield() }
    }
    while screen.shown.isEmpty { await Task.yield() }
    #expect(screen.shown == [3])
    #expect(cancelled.withLock { $0 } == [1, 2])
    query.cancel()
  }

  /// Also where the handler does not ask what was merged.
  @Test func newerRequestCancelsTheReloadInFlight() async {
    let screen = Screen()
    let reload = Coalescer<UpdateCount>(.nextPass)
    let (begun, cancelled) = (Locked(0), Locked(0))
    reload.onDelivery(to: screen, newest: .cancels) { (_: Screen) async throws in
      let number = begun.withLock { begun in
        begun += 1
        return begun
      }
      guard number == 1 else { return }
      do { try await Task.sleep(for: .seconds(3_600)) } catch { cancelled.withLock { $0 += 1 } }
    }
    reload.setNeedsUpdate()
    while begun.withLock({ $0 }) == 0 { await Task.yield() }
    reload.setNeedsUpdate()
    await reload.waitUntilDelivered()
    #expect(cancelled.withLock { $0 } == 1)
    #expect(begun.withLock { $0 } == 2)
    reload.cancel()
  }

  @Test(arguments: [NewerUpdate.cancels, .waits])
  func handlerWithoutATargetIsCancelledIfItIsToBe(_ newest: NewerUpdate) async {
    let begun = Locked(0)
    let wereCancelled = Recorder<Bool>()
    let query = Coalescer<NewestValue<Int>>(.nextPass)
    query.onDelivery(newest: newest) { update in
      begun.withLock { $0 = update.value }
      while update.value == 1, query.pendingCount == 0 { await Task.yield() }
      // The submission has merged, and cancels once it has called.
      for _ in 0..<100 where !Task.isCancelled && newest == .cancels {
        try? await Task.sleep(for: .milliseconds(update.value == 1 ? 10 : 0))
      }
      wereCancelled.record(Task.isCancelled)
    }
    query.submit(1)
    while begun.withLock({ $0 }) == 0 { await Task.yield() }
    query.submit(2)
    await query.waitUntilDelivered()
    #expect(wereCancelled.all.first == (newest == .cancels))
    #expect(begun.withLock { $0 } == 2)
    query.cancel()
  }

  @Test func equalValueIsNotShownTwice() {
    let time = VirtualScheduler()
    let screen = Screen()
    let value = Coalescer<NewestValue<Int>>(.nextPass, scheduler: time)
    value.onChange(to: screen) { screen, newest in screen.shown.append(newest.value) }
    for number in [1, 1, 2, 2, 1] {
      value.submit(number)
      time.run()
    }
    #expect(screen.shown == [1, 2, 1])
  }

  @Test func everyReasonEndsItsOwnPause() {
    let time = VirtualScheduler()
    let screen = Screen()
    let list = Coalescer<OrderedUpdates<Int>>(.nextPass, scheduler: time)
    list.onDelivery(to: screen) { screen, update in screen.shown += update.elements }
    list.pause(for: "scrolling")
    list.pause(for: "hidden")
    list.submit(1)
    list.resume(from: "scrolling")
    time.run()
    #expect(screen.shown.isEmpty)
    list.resume(from: "hidden")
    time.run()
    #expect(screen.shown == [1])
  }

  /// Whoever submits finds the threshold out of reach, and takes no lock.
  @Test func nothingWakesInAPause() {
    let time = VirtualScheduler()
    let list = Coalescer<UpdateCount>(.nextPass, scheduler: time) { _ in }
    #expect(list.engine.wakeAt.load(ordering: .relaxed) == 1)
    list.pause()
    #expect(list.engine.wakeAt.load(ordering: .relaxed) == .max)
    list.resume()
    #expect(list.engine.wakeAt.load(ordering: .relaxed) == 1)
  }

  @Test func pauseEndsByItself() {
    let time = VirtualScheduler()
    let starts = Locked<[UInt64]>([])
    let list = Coalescer<UpdateCount>(.nextPass, scheduler: time) { _ in
      starts.withLock { $0.append(time.nowNanoseconds) }
    }
    list.pause(for: "animation", atMost: .milliseconds(300))
    time.at(nanoseconds: 1_000_000) { list.setNeedsUpdate() }
    time.run()
    #expect(starts.withLock { $0 }.count == 1)
    #expect(starts.withLock { $0 }.allSatisfy { (300_000_000...301_000_000).contains($0) })
  }

  @Test func pausedGroupServesNobody() {
    let time = VirtualScheduler()
    let group = CoalescerGroup(scheduler: time)
    let count = Locked(0)
    let lists = (0..<3).map { _ in
      Coalescer<UpdateCount>(.nextPass, in: group, scheduler: time) { _ in
        count.withLock { $0 += 1 }
      }
    }
    group.pause(for: "launch")
    lists.forEach { $0.setNeedsUpdate() }
    time.run()
    #expect(count.withLock { $0 } == 0)
    group.resume(from: "launch")
    time.run()
    #expect(count.withLock { $0 } == 3)
  }

  /// A member that is always urgent holds nobody up for more than a turn.
  @Test func urgentMemberDoesNotStarveTheOthers() {
    let time = VirtualScheduler()
    let group = CoalescerGroup(scheduler: time)
    let order = Locked("")
    let chat = Coalescer<UpdateCount>(.nextPass, in: group, scheduler: time) { _ in
      order.withLock { $0 += "c" }
      time.spend(nanoseconds: 2_000_000)
    }
    let list = Coalescer<UpdateCount>(.nextPass, in: group, scheduler: time) { _ in
      order.withLock { $0 += "L" }
    }
    for step in 0..<100 {
      time.at(nanoseconds: UInt64(step) * 1_000_000) { chat.submit(.one, within: .zero) }
    }
    time.at(nanoseconds: 5_000_000) { list.setNeedsUpdate() }
    time.run()
    let before = order.withLock { $0 }.prefix { $0 != "L" }
    #expect(before.count <= 5, "two turns after the third, in which the list came: \(before)")
  }

  @Test func maximumWaitHoldsThoughThePolicyChanges() {
    let time = VirtualScheduler()
    let start = Locked<UInt64?>(nil)
    let list = Coalescer<UpdateCount>(
      .debounce(for: .milliseconds(100), maximum: .milliseconds(300)), scheduler: time
    ) { _ in start.withLock { $0 = $0 ?? time.nowNanoseconds } }
    time.at(nanoseconds: 0) { list.setNeedsUpdate() }
    for step in 1...100 {
      time.at(nanoseconds: UInt64(step) * 50_000_000) {
        list.setPace(
          step % 2 == 0
            ? .debounce(for: .milliseconds(100), maximum: .milliseconds(300))
            : .balanced(deliveryCost: .milliseconds(20), maximumWait: .milliseconds(300)))
      }
    }
    time.run()
    #expect(start.withLock { $0 ?? .max } <= 301_000_000)
  }

  @Test func countsSayWhatHappened() {
    let time = VirtualScheduler()
    let pace = Pace.throttle(for: .milliseconds(10))
    let list = Coalescer<NewestValue<Int>>(pace, scheduler: time) { _ in
      time.spend(nanoseconds: 1_000_000)
    }
    for step in 0..<100 { time.at(nanoseconds: UInt64(step) * 1_000_000) { list.submit(step) } }
    time.run()
    list.submit(100)
    list.cancelPending()
    let counts = list.counts
    #expect(counts.submissions == 101)
    #expect(counts.dropped == 1)
    #expect(counts.deliveries == 11)
    #expect(counts.mainTime == .milliseconds(11))
    #expect(counts.longestWait > .milliseconds(8) && counts.longestWait <= .milliseconds(10.1))
  }

  @Test func newestLinesOfALogAreKept() {
    let time = VirtualScheduler()
    let screen = Screen()
    let dropped = Locked(0)
    let log = Coalescer<OrderedUpdates<Int>>(.throttle(), scheduler: time)
    log.keepNewest(100)
    log.onDelivery(to: screen) { screen, lines in
      screen.shown = lines.elements
      dropped.withLock { $0 += lines.dropped }
    }
    log.pause()
    for line in 0..<1_234 { log.submit(line) }
    log.resume()
    time.run()
    #expect(screen.shown == Array(1_134..<1_234))
    #expect(dropped.withLock { $0 } == 1_134)
  }

  @Test func flushFromAnyThreadWaitsForAQueueOfItsOwn() {
    let queue = DispatchQueue(label: "log")
    let written = Locked<[Int]>([])
    let log = Coalescer<OrderedUpdates<Int>>(
      .throttle(for: .seconds(3_600)), scheduler: DispatchScheduler(mainQueue: queue)
    ) { lines in written.withLock { $0 += lines.elements } }
    log.submit(1)
    log.flush()
    log.submit(2)
    DispatchQueue.global().sync { log.flush() }
    #expect(written.withLock { $0 } == [1, 2])
  }

  @Test func mainThreadIsMainInsideAnotherQueuesSync() {
    let list = Coalescer<UpdateCount>(.throttle()) { _ in }
    DispatchQueue(label: "store").sync {
      #expect(DispatchScheduler.main.isMain == Thread.isMainThread)
      if Thread.isMainThread { list.flush() }
    }
  }

  @Test func eachKeyHasItsOwnDebounce() {
    let time = VirtualScheduler()
    let saved = Locked<[String]>([])
    let drafts = KeyedCoalescer<String, UpdateCount>(
      .debounce(for: .milliseconds(10), maximum: .seconds(1)), scheduler: time
    ) { key, _ in saved.withLock { $0.append(key) } }
    // One is edited all the time, the other once.
    for step in 0..<50 {
      time.at(nanoseconds: UInt64(step) * 5_000_000) { drafts.submit(.one, for: "busy") }
    }
    time.at(nanoseconds: 1) { drafts.submit(.one, for: "quiet") }
    time.run()
    #expect(saved.withLock { $0 } == ["quiet", "busy"])
  }

  @Test func plainValuesOfAKeyAreMerged() {
    let time = VirtualScheduler()
    let saved = Locked<[String: [Int]]>([:])
    let lines = KeyedCoalescer<String, OrderedUpdates<Int>>(.nextPass, scheduler: time) {
      key, update in
      saved.withLock { $0[key] = update.elements }
    }
    lines.submit(1, for: "a")
    lines.submit(2, for: "b")
    lines.submit(3, for: "a")
    time.run()
    #expect(saved.withLock { $0 } == ["a": [1, 3], "b": [2]])
  }

  @Test func keysOfAGroupAreItsMembers() {
    let time = VirtualScheduler()
    let group = CoalescerGroup(scheduler: time)
    let saved = Locked<[Int]>([])
    let drafts = KeyedCoalescer<Int, UpdateCount>(.nextPass, in: group, scheduler: time) { key, _ in
      saved.withLock { $0.append(key) }
    }
    group.pause()
    for key in [1, 2] { drafts.setNeedsUpdate(key) }
    time.run()
    #expect(saved.withLock { $0 } == [])
    group.resume()
    time.run()
    #expect(saved.withLock { $0 } == [1, 2])
  }

  private final class Display: FrameSource {
    private let waiting = Locked<[@Sendable () -> Void]>([])

    func onNextFrame(_ work: @escaping @Sendable () -> Void) {
      waiting.withLock { $0.append(work) }
    }

    func tick() {
      waiting.withLock { waiting in
        defer { waiting = [] }
        return waiting
      }.forEach { $0() }
    }
  }

  @Test func deliveriesWaitForTheFramesOfADisplay() {
    let time = VirtualScheduler()
    let display = Display()
    let count = Locked(0)
    let graph = Coalescer<UpdateCount>(.nextPass, scheduler: time, frames: display)
    graph.onDelivery { count.withLock { $0 += 1 } }
    for frame in 1...3 {
      for _ in 0..<10 { graph.setNeedsUpdate() }
      time.run()
      #expect(count.withLock { $0 } == frame - 1)
      display.tick()
      display.tick()
      #expect(count.withLock { $0 } == frame)
    }
  }

  /// Counts the changes of a value, each of which it has announced anew.
  @MainActor private final class Watcher {
    private(set) var changes = 0
    private let price: PacedValue<Int>
    private let time: VirtualScheduler

    init(_ price: PacedValue<Int>, _ time: VirtualScheduler) {
      (self.price, self.time) = (price, time)
    }

    func watch() {
      withObservationTracking {
        _ = price.value
      } onChange: {
        self.time.onMain {
          MainActor.assumeIsolated {
            self.changes += 1
            self.watch()
          }
        }
      }
    }
  }

  @Test func pacedValueEndsWithTheNewest() {
    let time = VirtualScheduler()
    let price = PacedValue(0, .throttle(for: .milliseconds(100)), scheduler: time)
    let watcher = Watcher(price, time)
    watcher.watch()
    for step in 0..<1_000 {
      time.at(nanoseconds: UInt64(step) * 1_000_000) { price.send(step / 500) }
    }
    time.run()
    #expect(price.value == 1)
    #expect(watcher.changes == 1, "an equal value changes nothing")
  }

  /// As a closure is, or a value of somebody else's type.
  private struct Uncomparable: Sendable { var number: Int }

  @Test func valuesThatCannotBeComparedAreAllShown() {
    let time = VirtualScheduler()
    let value = PacedValue(Uncomparable(number: 0), .nextPass, scheduler: time)
    for number in [1, 1, 2] {
      value.send(Uncomparable(number: number))
      time.run()
      #expect(value.value.number == number)
    }
  }

  @Test func countsSaturateAndNothingIsNoUpdate() {
    let store = UpdateCount.Pending()
    #expect(store.merge(UpdateCount(0)) == 0)
    #expect(store.take() == nil)
    #expect(UpdateCount(-3).updateCount == 0)
    var most = UpdateCount(.max)
    most.merge(UpdateCount(.max))
    #expect(most.updateCount == UpdateCount.most)
    #expect(UpdateCount.most == (Int.bitWidth == 64 ? 2_147_483_648 : 32_768))
    _ = store.merge(most)
    _ = store.merge(.one)
    #expect(store.take() == most)
  }

  @Test func groupOfFiveThousandIsServedInNearLinearTime() {
    // Of this thread: other programs make it no longer.
    func nanoseconds(_ count: Int) -> Double {
      let time = VirtualScheduler()
      let group = CoalescerGroup(scheduler: time)
      let served = Locked(0)
      let members = (0..<count).map { _ in
        Coalescer<UpdateCount>(.nextPass, in: group, scheduler: time) { _ in
          served.withLock { $0 += 1 }
        }
      }
      let start = ThreadTime.now
      members.forEach { $0.setNeedsUpdate() }
      time.run()
      #expect(served.withLock { $0 } == count)
      return Double(start.elapsed ?? .max)
    }
    // Ten times as many: a hundred times as long, were it quadratic.
    let ratios = (0..<3).map { _ in nanoseconds(5_000) / nanoseconds(500) }
    #expect((ratios.min() ?? 0) < 40)
  }
}
