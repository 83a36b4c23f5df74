extension Pace {
  /// Delivers as soon as the budget allows: deliveries take at most a share of the main thread's time.
  ///
  /// Rule: an update is delivered in the main thread's next pass if all earlier deliveries are paid for. A delivery
  /// that took R is paid for once R ÷ share has passed. Until then updates wait, merged. So the first update of a burst
  /// is delivered at once, and longer deliveries are made less often. Each delivery is timed, and the length of its
  /// layout commit is learnt. To share the budget among views, give this policy to their ``CoalescerGroup``.
  ///
  /// A delivery that takes much longer than the others, such as the first of a screen, is paid for in parts: the next
  /// update waits at most as long as after a usual delivery or as long as the long delivery took, whichever is more.
  /// The rest is added to later waits.
  ///
  /// Origin: this project's own.
  ///
  /// Drawback: in any window of time w, deliveries keep the main thread busy for at most share × w + R, where R is the
  /// longest delivery: a delivery of length r starts at least r ÷ share before the next, so all but the last in a
  /// window are paid for. That holds if deliveries take about the same time and at most share × the maximum wait, and
  /// layout commits take what was learnt. The first delivery adds another R, because one sample is not trusted. If one
  /// delivery in five takes much longer than the rest, deliveries may take up to a fifth of the main thread's time,
  /// whatever the share. Latency is bounded by R ÷ share or the maximum wait, whichever is less, plus two deliveries.
  /// Rare updates are delivered one by one, whether or not that is worthwhile.
  /// - Parameters:
  ///   - share: the share of main-thread time that deliveries may take; more than 0, up to 1.
  ///   - maximumWait: the longest time that an update waits, even if that exceeds the share.
  ///   - file: the file that a message about a wrong share names.
  ///   - line: the line that a message about a wrong share names.
  /// - Returns: the pace.
  public static func budget(
    share: Double = 0.25, maximumWait: Duration = .seconds(2), file: StaticString = #fileID,
    line: UInt = #line
  ) -> Pace {
    require(
      share > 0 && share <= 1, "A share must be more than 0 and at most 1, not \(share).",
      file: file, line: line)
    return Pace(BudgetPolicy(share: share, maximumWait: maximumWait))
  }
}

struct BudgetPolicy: EnginePolicy {
  private let share: Double
  private let maximumWait: UInt64
  private var cost = DeliveryCost()
  private var paidFor: UInt64 = 0
  private var next: UInt64 = 0
  private var first = UInt64.max

  init(share: Double = 0.25, maximumWait: Duration = .seconds(2)) {
    self.share = share
    self.maximumWait = maximumWait.wholeNanoseconds
  }

  var due: UInt64 { min(next, first.adding(orNever: maximumWait)) }
  var key: String? { maximumWait == 2_000_000_000 ? "budget:share=\(share)" : nil }
  mutating func didHear(_ count: Int, at now: UInt64) { first = min(first, now) }

  /// A delivery under way is assumed to take as long as a usual one or, if none is known, not to end.
  mutating func willDeliver(at now: UInt64) {
    first = .max
    let usual = cost.usualMost
    next = usual == 0 ? .max : now.adding(orNever: pause(after: usual))
  }

  mutating func didDrop() { first = .max }

  /// Deliveries made by `flush` before they were due count like any others.
  mutating func didDeliver(_ timing: DeliveryTiming) {
    cost.learn(timing)
    let taken = timing.mainNanoseconds.adding(orNever: cost.layoutNanoseconds)
    paidFor = max(paidFor, timing.start).adding(orNever: pause(after: taken))
    next = min(
      paidFor, timing.start.adding(orNever: max(cost.longest, pause(after: cost.usualMost))))
  }

  mutating func reset() { (next, paidFor) = (0, 0) }

  mutating func inherit(from old: BudgetPolicy) -> Bool {
    (cost, next, paidFor, first) = (old.cost, old.next, old.paidFor, old.first)
    return true
  }

  private func pause(after taken: UInt64) -> UInt64 {
    DeliveryCost.patience(nanoseconds: taken, price: share)
  }
}
