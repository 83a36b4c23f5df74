public import Coalesce

extension Pace {
  /// Delivers when the waiting is worth a delivery, so that waiting costs as much as delivering.
  ///
  /// Rule: add up how long the pending updates have waited, and multiply that by a price. When the product reaches the
  /// time that a delivery takes, they are delivered together, or as soon as the main thread has finished the last
  /// delivery. With a price of 0.02 and deliveries of 2 ms, one update alone waits for 100 ms, and a hundred together
  /// wait for 1 ms. There is no interval to choose. The policy learns how long a delivery takes, layout commit
  /// included; until two have been made, it assumes 0. If neither cost nor maximum is given, the maximum is 1 s.
  ///
  /// Origin: the online algorithm for the dynamic TCP-acknowledgement problem (Dooly, Goldman, Scott, J. ACM 48(2),
  /// 2001), with a delivery in place of an acknowledgement. New here: the policy is called for the first update, then
  /// each time a quarter more are pending, so that other submissions take no lock.
  ///
  /// Drawback: costs up to 9/4 of the optimum, which knows all arrivals beforehand. This holds for one view that reads
  /// when a delivery begins, a known cost R, no maximum wait and nothing else on the main thread, if an update costs p
  /// for each nanosecond that it waits. A view that reads h later, at its layout commit, adds at most p·h per update.
  ///
  /// Proof. Every update waits for its own delivery, which costs p·R in any case: subtract that from both sides. The
  /// policy has heard of n updates. It hears again at n + max(1, n ÷ 4), so fewer than n ÷ 4 are unheard, and each of
  /// these arrived after the last of the n. Let W be the waiting of these n updates. When the delivery begins, W is
  /// worth R. No unheard update has waited longer than any of the n has waited since the last hearing, so the unheard
  /// updates have together waited less than W ÷ 4. A batch thus pays less than 5/4 R for waiting. Between the starts of
  /// two successive deliveries the optimum pays at least R: either it delivers in that time, or every update that
  /// arrives in that time waits, and by the second start W alone is worth R. Meanwhile this policy pays R for the
  /// delivery and less than 5/4 R for waiting, less than 9/4 R in all. If the main thread was busy, no update waited
  /// for it longer than one delivery, which costs p·R each; the optimum pays as much for these updates on top of what
  /// was counted. A dispatch and a timer that is up to 50 µs late add their time, at price p, for each update. Learning
  /// the cost adds two deliveries.
  ///
  /// A view that reads h later shows no update later. Delay the deliveries of its optimum by h: a view that reads at
  /// once then shows the same, and n updates wait n·h longer in all, so that view's optimum is at most p·n·h higher. So
  /// this policy pays at most p·R·n + 9/4 × (the optimum + p·n·h − p·R·n). As h is at most R, that is at most 9/4 × the
  /// optimum, plus p·n·h.
  ///
  /// The parameters are those of ``balancedEager(price:deliveryCost:maximumWait:)``.
  public static func balanced(
    price: Double = 0.02, deliveryCost: Duration? = nil, maximumWait: Duration? = nil
  ) -> Pace {
    Pace(BalancedPolicy(price: price, deliveryCost: deliveryCost, maximumWait: maximumWait))
  }
}

package struct BalancedPolicy: EnginePolicy {
  private var pending: PricedWait

  package init(price: Double = 0.02, deliveryCost: Duration? = nil, maximumWait: Duration? = nil) {
    pending = PricedWait(price: price, deliveryCost: deliveryCost, maximumWait: maximumWait)
  }

  package var due: UInt64 { pending.due }
  package mutating func didHear(_ count: Int, at now: UInt64) { pending.wait.add(count, at: now) }
  package func nextCount(after heard: Int) -> Int { heard + max(1, heard / 4) }
  package mutating func willDeliver(at now: UInt64) { didDrop() }
  package mutating func didDrop() { pending.wait = PendingWait() }
  package mutating func didDeliver(_ timing: DeliveryTiming) { pending.cost.learn(timing) }

  package mutating func inherit(from old: BalancedPolicy) -> Bool {
    pending.inherit(from: old.pending)
    return true
  }
}
