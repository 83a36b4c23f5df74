public import Coalesce

extension Pace {
  /// Delivers when the waiting is worth a delivery, and sooner when no further update is expected.
  ///
  /// Rule: add up how long the pending updates have waited, and multiply that by a price. When the product reaches the
  /// time that a delivery takes, they are delivered together, or as soon as the main thread has finished the last
  /// delivery. With a price of 0.02 and deliveries of 1 ms, one update alone waits for up to 50 ms, and fifty together
  /// wait for 1 ms. In any case, waiting ends after `maximumWait`, or after the time of a delivery if that is longer.
  ///
  /// After each update, the policy expects a gap like the median of the newest five. If the next update would miss the
  /// delivery, everything pending is delivered in the main thread's next pass; otherwise it is delivered once no update
  /// has arrived for 2.5 such gaps or, while no gap is known, for an eighth of the time that a lone update could wait.
  ///
  /// Each such early delivery is a guess, paid for from a credit of one delivery at first and four at most. A guess
  /// stakes the part of a delivery that the waiting is not yet worth. The stake is won if no update arrives before
  /// the waiting would be worth a delivery, and lost otherwise. A guess waits until its stake has shrunk to the credit.
  ///
  /// The policy learns how long a delivery takes, layout commit included; until then it assumes 2 ms. It is called for
  /// the first update, then each time an eighth more are pending. If more have arrived when a guess wakes the main
  /// thread, the next guess waits for another fifth of a delivery's worth: at most five wake-ups per delivery.
  ///
  /// Origin: this project's own, from the online algorithm for the dynamic TCP-acknowledgement problem (Dooly, Goldman,
  /// Scott, J. ACM 48(2), 2001). The rule was tuned on the bench's own workloads, which also judge it.
  ///
  /// Drawback: even if the main thread is idle, an update waits up to the maximum wait (or one delivery) plus two
  /// deliveries. The cost is at most 17/8 of the optimum, which knows all arrivals beforehand, plus one delivery. This
  /// holds for one view that reads when a delivery begins, a known cost, a maximum wait that is never reached and
  /// nothing else on the main thread, if each update costs its price for each nanosecond that it waits.
  /// - Parameters:
  ///   - price: how many nanoseconds of main-thread time one nanosecond less of an update's waiting is worth; over 0.
  ///   - deliveryCost: how much main-thread time a delivery takes, layout commit included; nil to learn it.
  ///   - maximumWait: how long an update waits at most, unless one delivery takes longer.
  /// - Returns: the pace.
  public static func balancedEager(
    price: Double = 0.02, deliveryCost: Duration? = nil,
    maximumWait: Duration = .milliseconds(100)
  ) -> Pace {
    Pace(BalancedEagerPolicy(price: price, deliveryCost: deliveryCost, maximumWait: maximumWait))
  }
}

/// The rule of ``Pace/balancedEager(price:deliveryCost:maximumWait:)``.
/// Proof of its bound, 17/8 of the optimum plus one delivery R. The proof of ``BalancedPolicy`` covers all deliveries
/// that are not guesses, with an eighth unheard instead of a quarter. A guess made when the waiting is worth W costs
/// R + W. If nothing arrived before `BalancedPolicy` would have delivered, the optimum has paid R by then, for a
/// delivery or for waiting; twice that exceeds R + W by R − W, the stake. Otherwise the optimum has paid at least W,
/// and R + W exceeds twice that by R − W, the stake again. Stakes lost exceed stakes won by at most the first credit,
/// one delivery. A view that reads h later adds the same as in that proof.
package struct BalancedEagerPolicy: EnginePolicy {
  private var pending: PricedWait
  private var gaps = RecentSamples()
  private var newest: UInt64?
  /// How many deliveries' worth of cost wrong guesses may still add.
  private(set) var credit = 1.0
  /// The last guess, until won or lost: when ``BalancedPolicy`` would have delivered, and the stake in deliveries.
  private var lastGuess: (balancedDue: UInt64, stake: Double)?
  /// How much waiting must add up before the next guess; raised when a guess woke the main thread for nothing.
  private var waitedBeforeGuess: UInt64 = 0

  /// The most credit, in deliveries. More would only be spent on the bursts that follow a long silence.
  static let largestCredit = 4.0

  /// After a guess woke the main thread for nothing, how much more the waiting must be worth, in deliveries.
  private static let guessSpacing = 0.2

  package static var assumedDelivery: Duration { .milliseconds(2) }

  package init(price: Double = 0.02, deliveryCost: Duration? = nil, maximumWait: Duration? = nil) {
    pending = PricedWait(
      price: price, deliveryCost: deliveryCost, assumed: Self.assumedDelivery,
      maximumWait: maximumWait)
  }

  package var key: String? {
    guard !pending.cost.isKnown, let maximum = pending.maximumWait else { return nil }
    let longest = min(maximum, 86_400_000_000_000).keyText
    return "balanced-eager:price=\(pending.price):max-wait=\(longest)"
  }

  package var due: UInt64 {
    let wait = pending.wait
    guard !wait.isEmpty else { return .max }
    let balancedDue = pending.due
    // Wait until the stake is at most the credit.
    let unpaid = (Double(pending.patience) * max(0, 1 - credit)).rounded(.up)
    let least = wait.time(reaching: max(waitedBeforeGuess, UInt64(exactly: unpaid) ?? .max))
    return min(balancedDue, max(guessDue(balancedDue), least))
  }

  /// Counts new updates as waiting from `now` on, but learns a gap as if they had arrived evenly since the last call.
  package mutating func didHear(_ count: Int, at now: UInt64) {
    if let newest, now >= newest { gaps.add((now - newest) / UInt64(max(1, count))) }
    didHearLate(count, at: now)
  }

  package func nextCount(after heard: Int) -> Int { heard + max(1, heard / 8) }

  /// Counts the updates as waiting from `now` on. Learns no gap from them, because their times are unknown.
  package mutating func didHearLate(_ count: Int, at now: UInt64) {
    judge(at: now)
    newest = max(now, newest ?? 0)
    pending.wait.add(count, at: now)
  }

  package mutating func didWakeInVain(at now: UInt64) {
    let spacing = UInt64(exactly: (Double(pending.patience) * Self.guessSpacing).rounded()) ?? .max
    waitedBeforeGuess = pending.wait.total(at: now).adding(orNever: spacing)
  }

  package mutating func willDeliver(at now: UInt64) {
    let balancedDue = pending.due
    let stake = 1 - Double(pending.wait.total(at: now)) / Double(max(1, pending.patience))
    // A delivery that was not due, because the app called `flush`, is not a guess.
    lastGuess = now < balancedDue && due <= now ? (balancedDue, max(0, stake)) : nil
    didDrop()
  }

  package mutating func didDeliver(_ timing: DeliveryTiming) { pending.cost.learn(timing) }

  package mutating func didDrop() {
    pending.wait = PendingWait()
    waitedBeforeGuess = 0
  }

  package mutating func inherit(from old: BalancedEagerPolicy) -> Bool {
    pending.inherit(from: old.pending)
    (gaps, newest) = (old.gaps, old.newest)
    (waitedBeforeGuess, credit, lastGuess) = (old.waitedBeforeGuess, old.credit, old.lastGuess)
    return true
  }

  private func guessDue(_ balancedDue: UInt64) -> UInt64 {
    let newest = pending.wait.newest
    guard let gap = gaps.median else { return newest.adding(orNever: pending.patience / 8) }
    guard newest.adding(orNever: gap) < balancedDue else { return newest }
    return newest.adding(orNever: gap.adding(orNever: gap).adding(orNever: gap / 2))
  }

  private mutating func judge(at now: UInt64) {
    guard let guess = lastGuess else { return }
    lastGuess = nil
    credit =
      now > guess.balancedDue ? min(credit + guess.stake, Self.largestCredit) : credit - guess.stake
  }
}
