import Coalesce

/// Updates that arrive at one instant.
struct Arrival: Equatable {
  /// In nanoseconds.
  var time: UInt64
  var count: Int
}

/// Plays a policy on arrivals as a coalescer does, where waking main takes no time and timers are
/// exact, and counts what it pays: main's time, and the price of all waiting. An update waits for the
/// first delivery that begins when it has arrived, and for all of that, as in the cost of a trial.
///
/// The policy hears of updates when their number says so, and of the others when main looks.
struct PolicyReplay<Policy: EnginePolicy> {
  private var policy: Policy
  private let price: Double
  /// In nanoseconds.
  private let reload: UInt64
  private var now: UInt64 = 0
  /// How many are pending, how many of them the policy has heard of, and when it hears again.
  private var count = 0
  private var heard = 0
  private var wakeAt = 1
  /// The sum of the times of those that are pending.
  private var sum = 0.0
  private var busy: DeliveryTiming?
  private(set) var cost = 0.0
  private(set) var deliveries = 0
  /// How often main was woken by a timer.
  private(set) var looks = 0
  /// What the timer is set for; a policy that is due later lets it fire, as a coalescer does.
  private var timer = UInt64.max

  init(_ policy: Policy, price: Double, reload: UInt64) {
    (self.policy, self.price, self.reload) = (policy, price, reload)
  }

  /// Plays all arrivals, which ascend.
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

  /// One after another, at one instant.
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

  /// Behind a delivery main looks without having been woken for that.
  private mutating func lookAround() {
    hearAll()
    timer = policy.due
  }

  private mutating func hearAll() {
    guard count > heard else { return }
    policy.didFind(count - heard, at: now)
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
