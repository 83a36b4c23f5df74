import Coalesce

/// Updates that arrive at one instant.
struct Arrival: Equatable {
  /// In nanoseconds.
  var time: UInt64
  var count: Int
}

/// Replays arrivals to a policy as a coalescer would if waking the main thread took no time and timers were exact. Sums
/// up the cost: main-thread time plus the price of all waiting. As in a trial, an update waits until the end of the
/// first delivery that begins after its arrival.
///
/// The policy hears of updates at the counts it asked for; the main thread reports the rest when it checks.
struct PolicyReplay<Policy: EnginePolicy> {
  private var policy: Policy
  private let price: Double
  /// In nanoseconds.
  private let reload: UInt64
  private var now: UInt64 = 0
  /// The number of pending updates, the number reported to the policy, and the count at which it is told next.
  private var count = 0
  private var heard = 0
  private var wakeAt = 1
  /// The sum of the arrival times of the pending updates.
  private var sum = 0.0
  private var busy: DeliveryTiming?
  private(set) var cost = 0.0
  private(set) var deliveries = 0
  /// How often a timer woke the main thread.
  private(set) var looks = 0
  /// When the timer fires. If the policy postpones its due time, the timer fires anyway, as in a coalescer.
  private var timer = UInt64.max

  init(_ policy: Policy, price: Double, reload: UInt64) {
    (self.policy, self.price, self.reload) = (policy, price, reload)
  }

  /// Plays all arrivals; they must be in ascending order.
  mutating func play(_ arrivals: [Arrival]) {
    var next = 0
    while next < arrivals.count || count > 0 || busy != nil {
      let due = busy?.end ?? (count > 0 ? max(timer, now) : .max)
      if next < arrivals.count, arrivals[next].time <= due {
        now = arrivals[next].time
        arrive(arrivals[next].count)
        next += 1
      } else {
        now = due
        if let ended = busy { end(ended) } else { look() }
      }
    }
  }

  /// Adds `more` updates one by one, all at the current time.
  private mutating func arrive(_ more: Int) {
    count += more
    sum += Double(more) * Double(now)
    while count >= wakeAt {
      policy.didHear(wakeAt - heard, at: now)
      heard = wakeAt
      wakeAt = max(heard + 1, policy.nextCount(after: heard))
    }
    if busy == nil { timer = min(timer, policy.due) }
  }

  private mutating func end(_ timing: DeliveryTiming) {
    policy.didDeliver(timing)
    busy = nil
    if count > 0 { lookAround() }
  }

  private mutating func look() {
    looks += 1
    hearAll()
    if policy.due <= now { return deliver() }
    policy.didWakeInVain(at: now)
    timer = policy.due
  }

  /// After a delivery the main thread checks for updates without being woken.
  private mutating func lookAround() {
    hearAll()
    timer = policy.due
  }

  private mutating func hearAll() {
    guard count > heard else { return }
    policy.didHearLate(count - heard, at: now)
    heard = count
    wakeAt = max(heard + 1, policy.nextCount(after: heard))
  }

  private mutating func deliver() {
    policy.willDeliver(at: now)
    deliveries += 1
    busy = DeliveryTiming(start: now, end: now + reload, layoutNanoseconds: 0)
    cost += Double(reload) + price * (Double(count) * Double(now + reload) - sum)
    (count, heard, wakeAt, sum, timer) = (0, 0, 1, 0, .max)
  }
}
