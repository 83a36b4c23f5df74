import CoalesceStrategies
import CoalesceTesting
import Dispatch
import Foundation
import Observation
import TestSupport
import Testing

@testable import Coalesce

/// The library's promises, tested in virtual time from an app's point of view.
@MainActor struct PromiseTests {
  struct Full: Error {}

  final class Screen {
    var shown: [Int] = []
  }

  @Observable final class Model {
    var number = 0
  }

  private let time: VirtualScheduler
  private let shown = Recorder<[Int]>()
  private let times = Recorder<Duration>()

  init() {
    time = VirtualScheduler()
    // Enough for every test, and ends an endless simulation.
    time.stepsLeft = 200_000
  }

  /// A list whose handler throws while `fails()` is true.
  private func list(
    _ pace: Pace, in group: CoalescerGroup? = nil,
    failing fails: @escaping @Sendable () -> Bool = { false }
  ) -> Coalescer<OrderedUpdates<Int>> {
    Coalescer(pace, in: group, scheduler: time) { [shown, times, time] update in
      shown.record(update.elements)
      times.record(time.now)
      if fails() { throw Full() }
    }
  }

  // MARK: Handlers that throw

  nonisolated static let paces: [@Sendable () -> Pace] = [
    { .nextPass }, { .throttle() }, { .debounce() }, { .frame() }, { .budget() },
    { .balancedEager() }, { .adaptive },
  ]

  @Test(arguments: paces)
  func failedUpdateIsNotRetriedAutomatically(_ pace: @Sendable () -> Pace) {
    let isFull = Locked(true)
    let list = list(pace()) { isFull.withLock { $0 } }
    list.submit(1)
    time.run(until: .seconds(60))
    #expect(shown.all == [[1]])
    #expect(list.pendingCount == 1)
    list.submit(2)
    time.run(until: .seconds(120))
    #expect(shown.all == [[1], [1, 2]], "tried again with the next submission")
    list.flush()
    time.run(until: .seconds(180))
    #expect(shown.all == [[1], [1, 2], [1, 2]], "tried again by flush()")
    list.pause().end()
    time.run(until: .seconds(240))
    #expect(shown.all == [[1], [1, 2], [1, 2], [1, 2]], "tried again when a pause ends")
    isFull.withLock { $0 = false }
    list.submit(3)
    time.run()
    #expect(shown.all.last == [1, 2, 3])
    #expect(list.pendingCount == 0)
    #expect(list.counts.failed == 4)
    #expect(list.counts.deliveries == 1)
    #expect(list.counts.submissions == 3, "each counts once, however often it was tried")
  }

  /// The throttle alone would allow the next attempt after 10 s.
  @Test func boundOfAFailedUpdateMakesTheNextAttemptImmediate() {
    let isFull = Locked(false)
    let list = list(.throttle(for: .seconds(10))) { isFull.withLock { $0 } }
    list.submit(1)
    time.run(until: .seconds(1))
    isFull.withLock { $0 = true }
    list.submit(2, within: .zero)
    time.run(until: .seconds(5))
    #expect(shown.all == [[1], [2]])
    isFull.withLock { $0 = false }
    time.at(.seconds(5)) { list.submit(3) }
    time.run(until: .seconds(6))
    #expect(shown.all == [[1], [2], [2, 3]])
  }

  @Test func cancelPendingDropsAFailedUpdate() {
    let list = list(.nextPass) { true }
    list.submit(1)
    time.run()
    list.cancelPending()
    #expect(list.pendingCount == 0)
    list.submit(2)
    time.run()
    #expect(shown.all == [[1], [2]])
    #expect(list.counts.dropped == 1)
  }

  // MARK: Bounds

  /// A list uses up the group's budget; urgent updates neither exceed the budget nor wait for it.
  @Test func urgentUpdatesDoNotExceedTheGroupsBudget() {
    let group = CoalescerGroup(.budget(share: 0.1), scheduler: time)
    let reloads = Recorder<Duration>()
    let waits = Recorder<Duration>()
    let list = Coalescer<UpdateCount>(.nextPass, in: group, scheduler: time) { [time] _ in
      reloads.record(time.now)
      time.spend(.milliseconds(20))
    }
    let chat = Coalescer<NewestValue<Duration>>(.nextPass, in: group, scheduler: time) {
      [time] sent in
      waits.record(time.now - sent.value)
      time.spend(.milliseconds(1))
    }
    for millisecond in 0..<10_000 {
      time.at(.milliseconds(millisecond)) { [time] in
        list.submit(.one)
        if millisecond % 10 == 0 { chat.submit(time.now, within: .zero) }
      }
    }
    time.run(until: .seconds(10))
    // Allows a tenth of the time, plus one reload at the start of a window.
    for start in reloads.all {
      let inWindow = reloads.all.filter { $0 >= start && $0 < start + .seconds(1) }
      #expect(inWindow.count <= 6)
    }
    #expect(reloads.count >= 40)
    #expect(waits.count >= 500)
    #expect(waits.all.max() ?? .zero <= .milliseconds(22), "one reload may be running")
  }

  @Test func membersWithABoundGoFirstInAGroup() {
    let group = CoalescerGroup(.nextPass, scheduler: time)
    let waits = Recorder<Duration>()
    let heavy = (0..<10).map { _ in
      Coalescer<UpdateCount>(.nextPass, in: group, scheduler: time) { [time] _ in
        time.spend(.milliseconds(10))
      }
    }
    let urgent = (0..<5).map { _ in
      Coalescer<UpdateCount>(.nextPass, in: group, scheduler: time) { [time] _ in
        waits.record(time.now - .milliseconds(1))
      }
    }
    time.at(.zero) { heavy.forEach { $0.submit(.one) } }
    time.at(.milliseconds(1)) { urgent.forEach { $0.submit(.one, within: .zero) } }
    time.run()
    #expect(waits.count == 5)
    #expect(
      waits.all.allSatisfy { $0 < .milliseconds(10) }, "\(waits.all): after one delivery, not five"
    )
  }

  /// A sleeping display, which makes no frames.
  private struct Asleep: FrameSource {
    func onNextFrame(_ work: @escaping @Sendable () -> Void) {}
  }

  @Test func boundedUpdateDoesNotWaitForAFrame() {
    let reload = Coalescer<UpdateCount>(.nextPass, scheduler: time, frames: Asleep())
    reload.onDelivery { [times, time] in times.record(time.now) }
    reload.submit(.one)
    time.at(.milliseconds(10)) { reload.submit(.one, within: .milliseconds(16)) }
    time.run()
    #expect(times.count == 1)
    #expect(times.all.allSatisfy { $0 <= .milliseconds(26) + .microseconds(100) })
    #expect(reload.counts.submissions == 2)
  }

  /// The thread that holds the lock stays in a policy's method until the main thread has continued, as if preempted.
  @Test func boundedSubmissionNeverBlocks() {
    let policy = Blocking()
    let reload = Coalescer<UpdateCount>(Pace(policy)) { (_: UpdateCount) in }
    Thread.detachNewThread { reload.submit(.one) }
    policy.hears.wait()
    reload.submit(.one, within: .zero)
    policy.goesOn.signal()
    policy.isOver.wait()
    #expect(policy.gaveUp.withLock { !$0 })
    reload.cancel()
  }

  private struct Blocking: DeliveryPolicy {
    let hears = DispatchSemaphore(value: 0)
    let goesOn = DispatchSemaphore(value: 0)
    let isOver = DispatchSemaphore(value: 0)
    let gaveUp = Locked(false)
    private var isFirst = true

    var due: UInt64 { .max }
    mutating func didHear(_ count: Int, at now: UInt64) {
      guard isFirst else { return }
      isFirst = false
      hears.signal()
      if goesOn.wait(timeout: .now() + 20) == .timedOut { gaveUp.withLock { $0 = true } }
      isOver.signal()
    }
    mutating func willDeliver(at now: UInt64) {}
  }

  /// The policy asks to hear of each update, and each call submits another one, as another thread might.
  @Test func policyThatHearsEveryUpdateBlocksNoSubmission() {
    let feed = Feed()
    let reload = Coalescer<UpdateCount>(Pace(Fed(feed: feed)), scheduler: time) { _ in }
    feed.submit.withLock { $0 = { [weak reload] in reload?.submit(.one) } }
    reload.submit(.one)
    #expect(feed.heard.withLock { $0 } <= 10)
    time.run()
    #expect(feed.heard.withLock { $0 } > 1_000, "the policy still hears of them")
    #expect(reload.pendingCount == 0)
  }

  private final class Feed: Sendable {
    let heard = Locked(0)
    let submit = Locked<(@Sendable () -> Void)?>(nil)
  }

  private struct Fed: DeliveryPolicy {
    let feed: Feed

    var due: UInt64 { feed.heard.withLock { $0 } > 1_000 ? 0 : .max }
    func nextCount(after heard: Int) -> Int { heard + 1 }
    mutating func didHear(_ count: Int, at now: UInt64) {
      let heard = feed.heard.withLock { heard in
        heard += 1
        return heard
      }
      if heard <= 1_000 { feed.submit.withLock { $0 }?() }
    }
    mutating func willDeliver(at now: UInt64) {}
  }

  // MARK: Pauses

  @Test func flushDeliversAfterAnExpiredPause() {
    let list = list(.nextPass)
    time.onMain(at: .zero) { [time, shown] in
      let hold = list.pause(atMost: .milliseconds(5))
      list.submit(1)
      time.spend(.milliseconds(50))
      list.flush()
      #expect(shown.all == [[1]])
      withExtendedLifetime(hold) {}
    }
    time.run()
    #expect(shown.all == [[1]])
  }

  @Test func pauseEndsWithItsLastReference() {
    let list = list(.nextPass)
    var scrolling: DeliveryPause? = list.pause()
    let editing = list.pause()
    list.submit(1)
    time.run()
    scrolling = nil
    time.run()
    #expect(shown.all.isEmpty, "the other pause goes on")
    editing.end()
    editing.end()
    time.run()
    #expect(shown.all == [[1]])
    scrolling = list.pause()
    list.submit(2)
    time.run()
    #expect(shown.all == [[1]])
    withExtendedLifetime(scrolling) {}
    scrolling = nil
    time.run()
    #expect(shown.all == [[1], [2]])
  }

  @Test func endOfAPauseRespectsTheGroupsBudget() {
    let group = CoalescerGroup(.budget(share: 0.1), scheduler: time)
    let lists = (0..<5).map { _ in
      Coalescer<UpdateCount>(.nextPass, in: group, scheduler: time) { [times, time] _ in
        times.record(time.now)
        time.spend(.milliseconds(20))
      }
    }
    lists[0].submit(.one)
    time.run()
    lists[0].submit(.one)
    time.run()
    var holds = lists.map { $0.pause() }
    for list in lists { list.submit(.one) }
    time.run()
    #expect(times.count == 2)
    holds = []
    time.run()
    #expect(times.count == 7)
    for (start, next) in zip(times.all.dropFirst(2), times.all.dropFirst(3)) {
      #expect(next - start >= .milliseconds(190), "\(times.all)")
    }
    withExtendedLifetime(holds) {}
  }

  @Test func deliveryAfterAPauseWaitsForAFrame() {
    let reload = Coalescer<UpdateCount>(.nextPass, scheduler: time, frames: Asleep())
    reload.onDelivery { [times, time] in times.record(time.now) }
    let hold = reload.pause()
    reload.submit(.one)
    hold.end()
    time.run()
    #expect(times.count == 0)
    reload.flush()
    #expect(times.count == 1)
  }

  @Test func coalescerReleasedInAPauseDeliversNothing() {
    var list: Coalescer? = list(.nextPass)
    let hold = list?.pause()
    list?.submit(1)
    weak let gone = list
    list = nil
    #expect(gone == nil)
    hold?.end()
    time.run()
    #expect(shown.all.isEmpty)
  }

  // MARK: Targets and models

  /// The throttle alone would delay the update until 10 s.
  @Test func nextTargetGetsPendingUpdatesImmediately() {
    let list = Coalescer<OrderedUpdates<Int>>(.throttle(for: .seconds(10)), scheduler: time)
    var first: Screen? = Screen()
    if let first {
      list.onDelivery(to: first) { screen, update in screen.shown += update.elements }
    }
    let second = Screen()
    time.at(.zero) { list.submit(1) }
    time.at(.seconds(1)) { list.submit(2) }
    time.run(until: .seconds(2))
    first = nil
    time.onMain(at: .seconds(3)) {
      MainActor.assumeIsolated {
        list.onDelivery(to: second) { screen, update in screen.shown += update.elements }
      }
    }
    time.run(until: .seconds(3) + .milliseconds(1))
    #expect(second.shown == [2])
    withExtendedLifetime(first) {}
  }

  @Test func everyObservedModelCausesDeliveries() {
    let (one, other) = (Model(), Model())
    let reload = Coalescer<UpdateCount>(.nextPass, scheduler: time)
    reload.onDelivery { [times, time] in times.record(time.now) }
    reload.observe(one) { $0.number }
    reload.observe(other) { $0.number }
    for (turn, model) in [one, other, one, other].enumerated() {
      time.run()
      #expect(times.count == turn)
      model.number += 1
    }
    time.run()
    #expect(times.count == 4)
  }

  @Test func observedModelIsReadOncePerDelivery() {
    let model = Model()
    let reads = Recorder<Int>()
    let reload = Coalescer<UpdateCount>(.throttle(for: .seconds(1)), scheduler: time)
    reload.onDelivery { [shown] in shown.record([model.number]) }
    reload.observe(model) { model in reads.record(model.number) }
    for millisecond in 0..<1_500 {
      time.onMain(at: .milliseconds(millisecond)) { model.number += 1 }
    }
    time.run()
    #expect(shown.all.last == [1_500])
    #expect(reload.counts.deliveries == 3)
    #expect(reads.count == 4, "at the beginning, and once in each delivery")
    let hold = reload.pause()
    for _ in 0..<100 {
      model.number += 1
      time.run()
    }
    #expect(reads.count == 4, "not during a pause")
    hold.end()
    time.run()
    #expect(shown.all.last == [1_600])
  }

  @Test func newObservationReplacesTheOldAndRetainsNoModel() {
    var model: Model? = Model()
    let (old, new) = (Recorder<Int>(), Recorder<Int>())
    let reload = Coalescer<UpdateCount>(.nextPass, scheduler: time)
    reload.onDelivery {}
    if let model {
      reload.observe(model) { old.record($0.number) }
      reload.observe(model) { new.record($0.number) }
    }
    for _ in 0..<3 {
      model?.number += 1
      time.run()
    }
    #expect(old.count <= 2, "a change already announced may still come")
    #expect(new.all == [0, 1, 2, 3])
    weak let gone = model
    model = nil
    #expect(gone == nil)
  }

  // MARK: Refusals and counts

  @Test func onlyNewestValuesAreComparedForChanges() {
    let screen = Screen()
    let numbers = Coalescer<NewestValue<Int>>(.nextPass, scheduler: time)
    numbers.onChange(to: screen) { screen, number in screen.shown.append(number) }
    for number in [1, 1, 2, 2, 1] {
      numbers.submit(number)
      time.run()
    }
    #expect(screen.shown == [1, 2, 1])
    // Ten equal counts are ten changes, so the library has no `onChange` for these types: the one below is called.
    let count: Any = Coalescer<UpdateCount>(.nextPass).onChange(to: screen) { _, _ in }
    let lines: Any = Coalescer<OrderedUpdates<Int>>(.nextPass).onChange(to: screen) { _, _ in }
    let ids: Any = Coalescer<ChangedIDs<Int>>(.nextPass).onChange(to: screen) { _, _ in }
    #expect(count is Refused && lines is Refused && ids is Refused)
  }

  @Test func elementsDroppedByALimitAreCounted() {
    let list = list(.throttle(for: .milliseconds(5)))
    list.keepNewest(50)
    for number in 0..<3_000 { time.at(.microseconds(number * 10)) { list.submit(number) } }
    time.run()
    let delivered = shown.all.reduce(0) { $0 + $1.count }
    #expect(shown.all.allSatisfy { $0.count <= 50 })
    #expect(list.counts.submissions == 3_000)
    #expect(list.counts.dropped == 3_000 - delivered)
    #expect(list.counts.dropped > 2_000)
  }
}

private struct Refused {}

extension Coalescer {
  /// Called if the library has no function of this name.
  @_disfavoredOverload
  fileprivate func onChange<Target: AnyObject>(to _: Target, _: (Target, Update) -> Void) -> Refused
  {
    Refused()
  }
}
