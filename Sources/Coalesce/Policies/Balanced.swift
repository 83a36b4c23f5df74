/// A delivery when the waiting is worth one: as much is paid for waiting as for delivering.
///
/// Rule: what the pending updates have waited, added up and multiplied by a price, grows from 0; when
/// it reaches what a delivery takes of main, they are delivered together, or as soon as main is done
/// with the delivery before. With a price of 0.02 and deliveries of 2 ms, one update alone waits for
/// 100 ms and a hundred together for 1 ms. There is no interval to choose. What a delivery takes,
/// layout commit included, is learnt; until the first was made, it counts as nothing. While it is
/// learnt, no update waits for more than a second.
///
/// Origin: the online algorithm for the dynamic TCP-acknowledgement problem (Dooly, Goldman, Scott,
/// J. ACM 48(2), 2001), with a delivery for an acknowledgement. New here: the policy hears of the
/// first update and then of every quarter more, so that a submission takes no lock.
///
/// Price: for one view, a known cost R, no maximum wait and nothing else on main, no more than 9/4 of
/// the least that is possible with all arrivals known beforehand, where n updates cost p for each
/// nanosecond that they wait.
///
/// Proof. Nobody gets around p·R for each update, which waits for its own delivery: take that off both
/// sides. What it has heard of, n updates, is less than a quarter short of what waits: the next
/// hearing is at n + max(1, n ÷ 4) updates, so that fewer than n ÷ 4 are unheard, each of which came
/// after the last of the n. Call W the waiting of those that were heard. By the time the delivery
/// begins W is worth R, and an unheard one has waited no longer than each of the n since the last
/// hearing, so all of the unheard have waited less than W ÷ 4: a batch pays less than R for waiting
/// and a quarter more. Between the starts of two successive deliveries the optimum pays at least R:
/// it delivers there, or leaves all waiting that arrived there, and the waiting of those heard alone
/// is worth R by the second start. In the same time this policy pays R for the delivery and less
/// than 5/4 R for waiting: 9/4. If main was busy, nobody waited longer than one delivery for it, which
/// is p·R each, and the optimum pays as much for the same updates once more than was counted. A hop of
/// h, and a timer that is set up to 50 µs too late, add p·h and p·50 µs an update; learning adds a
/// delivery.
public struct BalancedPolicy: DeliveryPolicy {
  private let price: WaitPrice
  private var cost: DeliveryCost
  private var wait = PendingWait()

  /// - Parameters:
  ///   - price: how many nanoseconds of main one update that waits one nanosecond is worth; over 0.
  ///   - deliveryCost: what a delivery with its layout commit takes of main; nil to learn it.
  ///   - maximumWait: how long an update waits at the most; nil for 1 s where the cost is learnt, and
  ///     for no limit where it is known.
  public init(price: Double = 0.02, deliveryCost: Duration? = nil, maximumWait: Duration? = nil) {
    cost = DeliveryCost(known: deliveryCost)
    self.price = WaitPrice(price, maximumWait: maximumWait, isLearnt: deliveryCost == nil)
  }

  /// When the waiting is worth a delivery.
  public var due: UInt64 { price.due(wait, nanoseconds: cost.nanoseconds) }

  /// They wait from now on.
  public mutating func heard(_ count: Int, at now: UInt64) { wait.add(count, at: now) }

  /// The first, then every quarter more.
  public func nextCount(after heard: Int) -> Int { heard + max(1, heard / 4) }

  /// Nothing waits.
  public mutating func began(at now: UInt64) { wait = PendingWait() }

  /// Nothing waits.
  public mutating func dropped() { wait = PendingWait() }

  /// Learns what it took.
  public mutating func ended(_ timing: DeliveryTiming) { cost.learn(timing) }

  /// What waits goes on waiting, and what was learnt is kept.
  public mutating func inherit(from old: BalancedPolicy) -> Bool {
    cost.inherit(from: old.cost)
    wait = old.wait
    return true
  }
}

extension DeliveryPolicy where Self == BalancedPolicy {
  /// A delivery when the waiting is worth one: as much is paid for waiting as for delivering.
  public static func balanced(
    price: Double = 0.02, deliveryCost: Duration? = nil, maximumWait: Duration? = nil
  ) -> BalancedPolicy {
    BalancedPolicy(price: price, deliveryCost: deliveryCost, maximumWait: maximumWait)
  }
}
