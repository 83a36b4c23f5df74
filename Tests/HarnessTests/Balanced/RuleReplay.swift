@testable import Harness
@testable import Strategies

/// Plays a rule on arrivals where waking main takes no time and timers are exact, and counts what it
/// pays: main's time, and the price of all waiting. An update waits for the first delivery that
/// begins when it has arrived, and for all of that, as in the cost of a trial.
struct RuleReplay<Rule: DeliveryRule> {
  private var rule: Rule
  private let mainNanoseconds: (_ count: Int, Rule.Form) -> UInt64
  private var now: UInt64 = 0
  /// The arrivals that are pending, and the sum of their times.
  private var count = 0
  private var sum: UInt64 = 0
  private var busy: DeliveryTiming?
  private(set) var cost = 0.0
  private(set) var starts: [UInt64] = []
  private let price: Double

  init(_ rule: Rule, price: Double, mainNanoseconds: @escaping (Int, Rule.Form) -> UInt64) {
    self.rule = rule
    self.price = price
    self.mainNanoseconds = mainNanoseconds
  }

  /// Plays all arrivals, which are in nanoseconds and ascend.
  mutating func play(_ arrivals: [UInt64]) {
    var next = 0
    while next < arrivals.count || count > 0 || busy != nil {
      let due = busy?.end ?? (count > 0 ? max(rule.due, now) : .max)
      if next < arrivals.count, arrivals[next] <= due {
        now = arrivals[next]
        next += 1
        count += 1
        sum += now
        rule.arrived(1, at: now)
      } else {
        now = due
        if let ended = busy { end(ended) } else { deliver() }
      }
    }
  }

  private mutating func end(_ timing: DeliveryTiming) {
    rule.ended(timing)
    busy = nil
  }

  private mutating func deliver() {
    let form = rule.began(at: now)
    let main = mainNanoseconds(count, form)
    starts.append(now)
    busy = DeliveryTiming(start: now, end: now + main, settled: now + main)
    cost += Double(main) + price * (Double(count) * Double(now + main) - Double(sum))
    count = 0
    sum = 0
  }
}
