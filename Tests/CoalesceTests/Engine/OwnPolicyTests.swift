import Coalesce
import CoalesceTesting
import BenchLibrarySupport
import Testing

/// The calls that an app's own policy gets, and the members that it may leave out.
struct OwnPolicyTests {
  /// The smallest policy: every update waits for 10 ms.
  private struct Wait: DeliveryPolicy {
    var due = UInt64.max

    mutating func didHear(_ count: Int, at now: UInt64) { due = min(due, now + 10_000_000) }

    mutating func willDeliver(at now: UInt64) { due = .max }
  }

  /// Deliveries are at least 20 ms apart; this policy writes 0 for "no delivery yet".
  private struct Spaced: DeliveryPolicy {
    private var last: UInt64 = 0

    var due: UInt64 { last + 20_000_000 }

    mutating func didHear(_ count: Int, at now: UInt64) {}

    mutating func willDeliver(at now: UInt64) { last = now }
  }

  @Test func firstDeliveryIsAtOnceAsOnAMachineThatRunsForHours() {
    #expect(Timeline().play("ab-", Pace(Spaced())) == "a" + String(repeating: "-", count: 19) + "b")
  }

  /// Every update waits for 10 ms, and the calls are recorded.
  private struct Listening: DeliveryPolicy {
    enum Event: Equatable {
      case heard(Int)
      case began, dropped
      case ended(handler: UInt64, layout: UInt64?)
    }

    let events: Recorder<Event>
    var next = Int.max
    var due = UInt64.max

    mutating func didHear(_ count: Int, at now: UInt64) {
      events.record(.heard(count))
      due = now + 10_000_000
    }

    mutating func willDeliver(at now: UInt64) {
      events.record(.began)
      due = .max
    }

    mutating func didDrop() {
      events.record(.dropped)
      due = .max
    }

    mutating func didDeliver(_ timing: DeliveryTiming) {
      events.record(.ended(handler: timing.mainNanoseconds, layout: timing.layoutNanoseconds))
    }

    func nextCount(after heard: Int) -> Int { next == .max ? .max : heard + next }
  }

  private let events = Recorder<Listening.Event>()

  @Test func policyNeedsOnlyThreeMembers() {
    #expect(Timeline(step: .milliseconds(5)).play("abcd----e", Pace(Wait())) == "--c--d----e")
  }

  @Test func nextCountLimitsDidHearCalls() {
    let stage = Stage(Pace(Listening(events: events, next: 2)))
    stage.at(.zero, .background) { stage.submit(1, 2, 3, 4, 5, 6) }
    stage.at(.milliseconds(1), .main) { stage.strategy?.flush() }
    stage.run()
    #expect(events.all.prefix(5) == [.heard(1), .heard(2), .heard(2), .heard(1), .began])
  }

  @Test func policyLearnsOfDroppedUpdates() {
    let stage = Stage(Pace(Listening(events: events)))
    stage.at(.zero, .background) {
      stage.submit(1)
      stage.coalescer?.cancelPending()
    }
    stage.run()
    #expect(events.all == [.heard(1), .dropped])
  }

  /// A dispatch for each delivery would cost as much as the flush, and dispatches would pile up on the main thread.
  @Test func deliveriesOfAPassShareOneDispatch() {
    let scheduler = VirtualScheduler()
    let double = SchedulerDouble(scheduler)
    let pace = Pace(Listening(events: events))
    let coalescer = Coalescer<UpdateCount>(pace, on: .scheduler(double)) { _ in
      scheduler.spend(nanoseconds: 5_000)
    }
    scheduler.at(.zero, .main) {
      for _ in 0..<3 {
        coalescer.setNeedsUpdate()
        coalescer.flush()
      }
    }
    scheduler.run()
    #expect(double.postCount == 1)
    let ends = events.all.filter { if case .ended = $0 { true } else { false } }
    let unsettled = Listening.Event.ended(handler: 5_000, layout: nil)
    #expect(ends.dropLast() == [unsettled, unsettled])
    #expect(ends.last == .ended(handler: 5_000, layout: 0))
  }
}
