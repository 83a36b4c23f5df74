import Coalesce
import CoalesceTesting

/// Views that share the main thread in virtual time, and a record of their deliveries.
///
/// Thread safety: none; use it on one thread only, like its scheduler.
final class Views: @unchecked Sendable {
  // `@unchecked` is safe: every call comes from the one thread that runs the simulation.
  let scheduler: VirtualScheduler
  let group: CoalescerGroup
  private(set) var coalescers: [Coalescer<UpdateCount>?] = []

  /// The views in the order of their deliveries.
  private(set) var order: [Int] = []
  private(set) var starts: [Duration] = []
  /// The number of deliveries in each turn of the run loop that had any.
  private(set) var turns: [Int] = []

  /// Runs inside each delivery.
  var inside: (Int) -> Void = { _ in }

  private var inTurn = 0

  init(
    _ count: Int, group policy: Pace = .nextPass,
    member: Pace = .nextPass, cost: Duration = .zero, layout: Duration = .zero,
    hop: Duration = .microseconds(50)
  ) {
    scheduler = VirtualScheduler(hop: hop)
    group = CoalescerGroup(policy, scheduler: scheduler)
    coalescers = (0..<count).map { view in
      Coalescer(member, on: .group(group)) { [unowned self] _ in
        order.append(view)
        starts.append(scheduler.now)
        inTurn += 1
        scheduler.spend(nanoseconds: cost.wholeNanoseconds)
        inside(view)
      }
    }
    scheduler.turnDidEnd = { [unowned self] in
      guard inTurn > 0 else { return }
      turns.append(inTurn)
      inTurn = 0
      scheduler.spend(nanoseconds: layout.wholeNanoseconds)
    }
  }

  func submit(to view: Int) { coalescers[view]?.setNeedsUpdate() }

  func submit(to views: some Sequence<Int>, at time: Duration) {
    scheduler.at(time, .background) { for view in views { self.submit(to: view) } }
  }

  func submit(to view: Int, within bound: Duration) {
    coalescers[view]?.submit(.one, within: bound)
  }

  func drop(_ view: Int) { coalescers[view] = nil }
}
