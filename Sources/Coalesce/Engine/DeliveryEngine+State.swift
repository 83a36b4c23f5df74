/// Somebody who waits for a delivery.
typealias Waiter = CheckedContinuation<Void, Never>

extension DeliveryEngine {
  /// What the engine knows; touched under its lock alone.
  struct State {
    var policy: any DeliveryPolicy
    /// How many of the submissions that wait the policy has heard of. While this is more than 0 and
    /// something may be delivered, a timer, a hop, or the end of a delivery is to come.
    var heard = 0
    /// When what waits has to be delivered whatever the policy says; `.max` for no such time.
    var bound = UInt64.max
    /// What the timer is set for, and when it fires at the latest; nil once it has fired.
    var timer: (deadline: UInt64, latest: UInt64)?
    /// A hop to main is on its way, or a place in the group is taken.
    var isPosted = false
    /// A handler is being called, or goes on in `task`.
    var isDelivering = false
    /// From the start of a delivery that is timed until it has settled.
    var isBusy = false
    /// The newest delivery that is over and has not settled; a hop is on its way, behind which it will.
    var unsettled: Unsettled?
    /// There is somebody to deliver to.
    var isAttached = false
    var isPaused = false
    var isCancelled = false
    /// Deliveries so far.
    var number = 0
    /// How often another policy took the place of one without going on where that was.
    var epoch = 0
    var task: Task<Void, Never>?
    /// Who waits for which delivery, by a number of their own.
    var waiters: [Int: (delivery: Int, waiter: Waiter)] = [:]
    private var waiterIDs = 0

    init(policy: any DeliveryPolicy) { self.policy = policy }
  }

  /// A delivery under way.
  struct Begun: Sendable {
    let number: Int
    let start: UInt64
    let isTimed: Bool
    let epoch: Int
  }

  /// A delivery that is over, but not its layout commit.
  struct Unsettled: Sendable {
    let begun: Begun
    var timing: DeliveryTiming
    /// How many deliveries there had been on this main.
    let deliveries: Int
  }
}

extension DeliveryEngine.State {
  /// Whether anything may be delivered.
  var isOpen: Bool { isAttached && !isPaused && !isCancelled }

  /// Whether a timer or a hop is of use.
  var mayArrange: Bool { isOpen && !isBusy && !isPosted }

  /// With how many submissions waiting the next one must call.
  var nextCount: Int {
    if isCancelled { return .min }
    if isPosted || !isOpen { return .max }
    guard heard < .max else { return .max }
    return heard == 0 ? 1 : max(heard + 1, policy.nextCount(after: heard))
  }

  mutating func begin(at now: UInt64) -> DeliveryEngine.Begun {
    isDelivering = true
    isBusy = policy.timesDeliveries
    number += 1
    return DeliveryEngine.Begun(number: number, start: now, isTimed: isBusy, epoch: epoch)
  }

  /// Answers who waited for this delivery.
  mutating func end(_ begun: DeliveryEngine.Begun) -> [Waiter] {
    isDelivering = false
    task = nil
    return takeWaiters { $0 <= begun.number }
  }

  /// A delivery waits until main has come behind it. Answers whether that takes a hop: one is enough for
  /// all deliveries of a pass, of which only the newest can settle.
  mutating func waits(for newest: DeliveryEngine.Unsettled) -> Bool {
    defer { unsettled = newest }
    guard let earlier = unsettled else { return true }
    ended(earlier)
    return false
  }

  /// Another policy would learn what it never began.
  mutating func ended(_ delivery: DeliveryEngine.Unsettled) {
    if epoch == delivery.begun.epoch { policy.ended(delivery.timing) }
  }

  mutating func takeWaiters(_ isServed: (Int) -> Bool = { _ in true }) -> [Waiter] {
    guard !waiters.isEmpty else { return [] }
    let served = waiters.filter { isServed($0.value.delivery) }
    for id in served.keys { waiters.removeValue(forKey: id) }
    return served.values.map(\.waiter)
  }

  mutating func makeWaiterID() -> Int {
    waiterIDs += 1
    return waiterIDs
  }
}
