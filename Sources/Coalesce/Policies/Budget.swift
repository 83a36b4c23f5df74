extension Pace {
  /// Delivers as soon as the budget allows: deliveries take at most a share of the main thread's time.
  ///
  /// Rule: an update is delivered in the main thread's next pass if all deliveries before have paid for themselves: one
  /// that took R has when R ÷ share has passed. Otherwise it waits until then, merged with all others. So the first
  /// update of a burst is delivered at once, and long deliveries are made less often. How long a delivery takes is
  /// timed, and its layout commit is learnt. To share the budget among views, give this policy to their
  /// ``CoalescerGroup``.
  ///
  /// A delivery that takes much longer than the others, such as the first of a screen, is not paid for at once: an
  /// update waits no longer than after a usual delivery or, if more, than the long one took. Later ones pay for the
  /// rest.
  ///
  /// Origin: this project's own.
  ///
  /// Drawback: in any window of time w, deliveries keep the main thread busy for at most share × w + R, where R is the
  /// longest: two successive deliveries start R ÷ share of the first apart, so all but the last of a window have paid
  /// for themselves. That holds if deliveries take about the same time and at most share × the maximum wait, and layout
  /// commits take what was learnt. The first delivery adds another R, because one sample is not believed. If one of
  /// every five takes much longer than the rest, deliveries may take up to a fifth of the main thread's time, whatever
  /// the share. Latency is bounded by R ÷ share or the maximum wait, whichever is less, plus two deliveries. Rare
  /// updates are delivered one by one, whether that is worth it or not.
  /// - Parameters:
  ///   - share: how much of the main thread's time deliveries may take; more than 0, up to 1.
  ///   - maximumWait: how long an update waits at most, even if that exceeds the share.
  /// - Returns: the pace.
  public static func budget(share: Double = 0.25, maximumWait: Duration = .seconds(2)) -> Pace {
    Pace(BudgetPolicy(share: share, maximumWait: maximumWait))
  }
}

package struct BudgetPolicy: EnginePolicy {
  private let share: Double
  private let maximumWait: UInt64
  private var cost = DeliveryCost()
  private var paidFor: UInt64 = 0
  private var next: UInt64 = 0
  private var first = UInt64.max

  package init(share: Double = 0.25, maximumWait: Duration = .seconds(2)) {
    require(share > 0 && share <= 1, "A share is more than 0 and at most 1, not \(share).")
    self.share = share
    self.maximumWait = maximumWait.wholeNanoseconds
  }

  package var due: UInt64 { min(next, first.adding(orNever: maximumWait)) }
  package var key: String? { maximumWait == 2_000_000_000 ? "budget:share=\(share)" : nil }
  package mutating func didHear(_ count: Int, at now: UInt64) { first = min(first, now) }

  /// A delivery under way counts as a usual one.
  package mutating func willDeliver(at now: UInt64) {
    first = .max
    let usual = cost.usualMost
    next = usual == 0 ? .max : now.adding(orNever: pause(after: usual))
  }

  package mutating func didDrop() { first = .max }

  /// A delivery by `flush`, before it was due, counts like any other.
  package mutating func didDeliver(_ timing: DeliveryTiming) {
    cost.learn(timing)
    let taken = timing.mainNanoseconds.adding(orNever: cost.layoutNanoseconds)
    paidFor = max(paidFor, timing.start).adding(orNever: pause(after: taken))
    next = min(
      paidFor, timing.start.adding(orNever: max(cost.longest, pause(after: cost.usualMost))))
  }

  package mutating func reset() { (next, paidFor) = (0, 0) }

  package mutating func inherit(from old: BudgetPolicy) -> Bool {
    (cost, next, paidFor, first) = (old.cost, old.next, old.paidFor, old.first)
    return true
  }

  private func pause(after taken: UInt64) -> UInt64 {
    DeliveryCost.patience(nanoseconds: taken, price: share)
  }
}
