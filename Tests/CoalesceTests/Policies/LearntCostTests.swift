import CoalesceStrategies
import CoalesceTesting
import Dispatch
import Foundation
import BenchLibrarySupport
import Testing

@testable import Coalesce

/// The learnt cost of a delivery, with other work, slow first deliveries, and handlers and consumers that continue
/// after the call.
struct LearntCostTests {
  /// The longest wait, in ms, of updates that come every `gap` ms for two seconds.
  private func longestWait(
    _ pace: Pace, gap: Int = 1, first: Duration = .zero, later: Duration = .zero,
    otherWork: (VirtualScheduler) -> Void = { _ in }
  ) -> Double {
    let time = VirtualScheduler()
    let waits = Locked<[UInt64]>([])
    let isFirst = Locked(true)
    let list = Coalescer<OrderedUpdates<UInt64>>(pace, on: .scheduler(time)) { update in
      let now = time.elapsedNanoseconds
      waits.withLock { $0 += update.elements.map { now - $0 } }
      let isSlow = isFirst.withLock { isFirst in
        defer { isFirst = false }
        return isFirst
      }
      time.spend(nanoseconds: (isSlow ? first : later).wholeNanoseconds)
    }
    otherWork(time)
    for step in 0..<2_000 / gap {
      let at = UInt64(step * gap) * 1_000_000
      time.at(nanoseconds: at) { list.submit(at) }
    }
    time.run()
    #expect(waits.withLock { $0.count } == 2_000 / gap)
    return Double(waits.withLock { $0.max() ?? 0 }) / 1e6
  }

  @Test(arguments: [1, 2, 4]) func costOfALayoutCommitIsSplitAmongItsDeliveries(_ count: Int) {
    let time = VirtualScheduler()
    time.turnDidEnd = { time.spend(.milliseconds(20)) }
    let double = SchedulerDouble(time)
    let lists = (0..<count).map { _ in
      Coalescer<UpdateCount>(.throttle(), on: .scheduler(double)) { _ in
        time.spend(.milliseconds(1))
      }
    }
    // The second commit is not timed, and counts as much as the first.
    for deliveries in 1...2 {
      time.at(.seconds(deliveries)) { lists.forEach { $0.setNeedsUpdate() } }
      time.run()
      let each = Duration.milliseconds(1 + 20 / count)
      for list in lists { #expect(list.statistics.mainTime == each * deliveries) }
      double.timesLayout.store(false, ordering: .relaxed)
    }
  }

  static let paces: [Pace] = [
    .throttle(for: .milliseconds(20)), .throttleEndToStart(for: .milliseconds(20)),
    .balancedEager(), .budget(share: 0.1), .frame(), .nextPass,
  ]

  /// The other work is a chain of blocks, each dispatched by the previous one.
  @Test(arguments: paces, [30, 100])
  func otherMainThreadWorkIsNotChargedToDeliveries(_ pace: Pace, _ block: Int) {
    let wait = longestWait(pace) { time in
      @Sendable func work() {
        guard time.elapsedNanoseconds < 2_000_000_000 else { return }
        time.spend(nanoseconds: UInt64(block) * 1_000_000)
        time.onMain(work)
      }
      time.onMain(atNanoseconds: 0, work)
    }
    #expect(wait <= Double(block) + 1)
  }

  /// Another observer of each change dispatches 20 ms of work.
  @Test(arguments: [paces[0], paces[3]])
  func workThatFollowsEveryDeliveryIsNotChargedToIt(_ pace: Pace) {
    let wait = longestWait(pace, gap: 50, later: .microseconds(100)) { time in
      for step in 0..<40 {
        time.at(nanoseconds: UInt64(step) * 50_000_000) {
          time.onMain { time.spend(nanoseconds: 20_000_000) }
        }
      }
    }
    #expect(wait <= 20.2)
  }

  @Test(arguments: paces, [150, 300])
  func slowFirstDeliveryLengthensNoWaitByMoreThanItself(_ pace: Pace, _ first: Int) {
    let steady = longestWait(
      pace, gap: 50, first: .milliseconds(2), later: .milliseconds(2))
    let slow = longestWait(
      pace, gap: 50, first: .milliseconds(first), later: .milliseconds(2))
    #expect(slow <= steady + Double(first) + 0.1)
  }

  @MainActor private final class View {
    var busy: UInt64 = 0

    /// Spends this much CPU time, so that other programs do not affect it.
    func show(milliseconds: UInt64) {
      let start = ThreadTime.now
      while start.elapsed ?? .max < milliseconds * 1_000_000 {}
      busy += start.elapsed ?? 0
    }
  }

  /// The share of two seconds for which a view that is updated every millisecond was busy.
  @MainActor private func share(
    of view: View, _ submit: @escaping @Sendable () -> Void
  ) async throws -> Double {
    let start = DispatchTime.now().uptimeNanoseconds
    var now = start
    while now - start < 2_000_000_000 {
      submit()
      try await Task.sleep(for: .milliseconds(1))
      now = DispatchTime.now().uptimeNanoseconds
    }
    return Double(view.busy) / Double(now - start)
  }

  @Test @MainActor func asynchronousHandlerStaysWithinItsBudget() async throws {
    let view = View()
    let list = Coalescer<UpdateCount>(.budget(share: 0.1))
    list.onDelivery(to: view) { view, _ in
      view.show(milliseconds: 10)
      try await Task.sleep(for: .milliseconds(1))
      view.show(milliseconds: 10)
    }
    #expect(try await share(of: view) { list.setNeedsUpdate() } <= 0.12)
    list.cancel()
  }

  /// Checks a coalescer's own budget and the budget of its group.
  @Test(arguments: [false, true])
  @MainActor func consumerOfASequenceStaysWithinItsBudget(_ isInGroup: Bool) async throws {
    let view = View()
    let budget = Pace.budget(share: 0.1)
    let list =
      isInGroup
      ? Coalescer<UpdateCount>(.nextPass, on: .group(CoalescerGroup(budget)))
      : Coalescer<UpdateCount>(budget)
    let consumer = Task { for await _ in list.deliveries { view.show(milliseconds: 20) } }
    #expect(try await share(of: view) { list.setNeedsUpdate() } <= 0.12)
    list.cancel()
    await consumer.value
  }
}
