/// Like ``BalancedPolicy``, but delivers sooner when no further update is expected.
///
/// Rule: the policy expects updates at the median of the newest five gaps between them. If the next
/// one is not expected before ``BalancedPolicy`` would deliver, everything pending is delivered in
/// the main thread's next pass. A burst is delivered when none has come for two and a half gaps. As
/// long as no gap is known, the first update waits for an eighth of the time that
/// ``BalancedPolicy`` would take.
///
/// Each such early delivery is a guess, paid for from a credit, which is one delivery at first and
/// four at most. A guess stakes the part of a delivery that the waiting is not yet worth. It earns
/// the stake if no update comes before ``BalancedPolicy`` would have delivered, and loses it
/// otherwise. A guess for which the credit is too small waits until the stake has shrunk to it.
///
/// How long a delivery takes is learnt in the same way; until then 2 ms are assumed. The policy
/// hears of the first update, then of every eighth more. If the main thread was woken for a guess
/// and more had come meanwhile, the next guess comes when the waiting is worth another fifth of a
/// delivery. So the main thread is woken at most five times for a delivery.
///
/// Origin: this project's own.
///
/// Drawback: at most 17/8 of the optimum plus one delivery R, under the conditions of
/// ``BalancedPolicy``; a view that reads h later adds as much here. Its proof holds for all
/// deliveries that are not guesses, with an eighth unheard instead of a quarter. A guess made when
/// waiting worth W was paid costs R + W. If nothing came before ``BalancedPolicy`` would have
/// delivered, the optimum has paid R by then, for a delivery or for waiting; twice that leaves
/// R − W, the stake. If something came, the optimum has paid at least W, and R + W is R − W more
/// than twice that: the stake again. Stakes lost exceed stakes won by at most the first credit, one
/// delivery.
public struct BalancedEagerPolicy: DeliveryPolicy {
  private let price: WaitPrice
  private var cost: DeliveryCost
  private var wait = PendingWait()
  private var gaps = RecentSamples()
  private var newest: UInt64?
  /// In deliveries: what wrong guesses may still cost.
  private(set) var credit = 1.0
  private var lastGuess: Guess?
  /// What must have been waited before a guess, for main was woken for one in vain.
  private var waitedBeforeGuess: UInt64 = 0
  private let lookSpacing: Double

  /// A delivery that was made earlier than ``BalancedPolicy`` would have made it.
  private struct Guess {
    /// When that would have been.
    let balancedDue: UInt64
    /// What it costs if it was wrong and earns if it was right, in deliveries.
    let stake: Double
  }

  /// More would only be spent on the bursts that follow a long silence.
  static let largestCredit = 4.0

  /// How long a delivery is assumed to take until one has been timed.
  public static var assumedDelivery: Duration { .milliseconds(2) }

  /// Makes the policy.
  /// - Parameters:
  ///   - price: how many nanoseconds of the main thread's time it is worth for one update to wait
  ///     one nanosecond less; more than 0.
  ///   - deliveryCost: how much of the main thread's time a delivery takes, layout commit included;
  ///     nil to learn it.
  ///   - maximumWait: how long an update waits at most; nil for 1 s if the cost is learnt, and for
  ///     no limit if it is given.
  public init(price: Double = 0.02, deliveryCost: Duration? = nil, maximumWait: Duration? = nil) {
    self.init(price: price, deliveryCost: deliveryCost, maximumWait: maximumWait, lookSpacing: 0.2)
  }

  /// `lookSpacing` is how much must be waited between two looks, in deliveries.
  init(price: Double, deliveryCost: Duration?, maximumWait: Duration? = nil, lookSpacing: Double) {
    cost = DeliveryCost(known: deliveryCost, assumed: Self.assumedDelivery)
    self.price = WaitPrice(price, maximumWait: maximumWait, isLearnt: deliveryCost == nil)
    self.lookSpacing = lookSpacing
  }

  /// When a guess is due and the credit allows it, and at the latest as for ``BalancedPolicy``.
  public var due: UInt64 {
    guard !wait.isEmpty else { return .max }
    let balancedDue = balancedDue
    // Until the stake is no more than the credit.
    let unpaid = UInt64(exactly: (Double(patience) * max(0, 1 - credit)).rounded(.up)) ?? .max
    let least = wait.time(reaching: max(waitedBeforeGuess, unpaid))
    return min(balancedDue, max(guessDue(balancedDue), least))
  }

  /// Counts the new updates as waiting from now on, and as spread evenly since the last hearing.
  public mutating func heard(_ count: Int, at now: UInt64) {
    judge(at: now)
    if let newest, now >= newest { gaps.add((now - newest) / UInt64(max(1, count))) }
    newest = max(now, newest ?? 0)
    wait.add(count, at: now)
  }

  /// Asks to hear of every eighth more.
  public func nextCount(after heard: Int) -> Int { heard + max(1, heard / 8) }

  /// Counts what was found as arrived now. It teaches no gap, because nobody knows when it came.
  public mutating func looked(_ count: Int, at now: UInt64) {
    judge(at: now)
    newest = max(now, newest ?? 0)
    wait.add(count, at: now)
  }

  /// Puts the next look off for a while.
  public mutating func foundNothingDue(at now: UInt64) {
    let spacing = UInt64(exactly: (Double(patience) * lookSpacing).rounded()) ?? .max
    waitedBeforeGuess = wait.total(at: now).adding(orNever: spacing)
  }

  /// Notes whether this was a guess.
  public mutating func began(at now: UInt64) {
    let balancedDue = balancedDue
    // A delivery that nothing was due for was asked for by the app, with `flush`, and is no guess.
    lastGuess =
      now < balancedDue && due <= now
      ? Guess(balancedDue: balancedDue, stake: stake(at: now)) : nil
    dropped()
  }

  /// Learns how long the delivery took.
  public mutating func ended(_ timing: DeliveryTiming) { cost.learn(timing) }

  /// Nothing is pending any more.
  public mutating func dropped() {
    wait = PendingWait()
    waitedBeforeGuess = 0
  }

  /// Keeps what is pending and what was learnt.
  public mutating func inherit(from old: BalancedEagerPolicy) -> Bool {
    cost.inherit(from: old.cost)
    (wait, gaps, newest) = (old.wait, old.gaps, old.newest)
    (waitedBeforeGuess, credit, lastGuess) = (old.waitedBeforeGuess, old.credit, old.lastGuess)
    return true
  }

  private var balancedDue: UInt64 { price.due(wait, nanoseconds: cost.nanoseconds) }

  /// When nothing more is expected before `balancedDue`.
  private func guessDue(_ balancedDue: UInt64) -> UInt64 {
    guard let gap = gaps.median else { return wait.newest.adding(orNever: patience / 8) }
    guard wait.newest.adding(orNever: gap) < balancedDue else { return wait.newest }
    return wait.newest.adding(orNever: gap.adding(orNever: gap).adding(orNever: gap / 2))
  }

  /// The part of a delivery that the waiting until `time` is not worth yet.
  private func stake(at time: UInt64) -> Double {
    max(0, 1 - Double(wait.total(at: time)) / Double(max(1, patience)))
  }

  /// Earns or spends credit for the last guess.
  private mutating func judge(at now: UInt64) {
    guard let guess = lastGuess else { return }
    lastGuess = nil
    credit =
      now > guess.balancedDue ? min(credit + guess.stake, Self.largestCredit) : credit - guess.stake
  }

  private var patience: UInt64 { price.patience(nanoseconds: cost.nanoseconds) }
}
