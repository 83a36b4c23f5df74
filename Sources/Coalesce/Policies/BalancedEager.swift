/// As ``BalancedPolicy``, but sooner where nothing seems to follow.
///
/// Rule: an update after which none is expected before ``BalancedPolicy`` would deliver is delivered,
/// with all that is pending, in main's next pass; and so is a burst when none came for two and a half
/// gaps. What is expected follows from the median of the newest five gaps between updates; as long as
/// there is none, the first update waits for an eighth of the time of ``BalancedPolicy``. That
/// goes on as long as a credit lasts, which is one delivery at first and two at the most: a guess
/// stakes the part of a delivery that the waiting is not worth yet, and earns as much if nothing came
/// before ``BalancedPolicy`` would have delivered, or loses it. Without enough credit, the rule is
/// that of ``BalancedPolicy``. What a delivery takes is learnt in the same way; until then, 2 ms are
/// assumed. It hears of the first update and then of every eighth more. When main was woken for a
/// guess and more had come meanwhile, the next guess waits until a fifth of a delivery more has been
/// waited: so main is woken five times for a delivery at the most.
///
/// Origin: this project's own.
///
/// Price: no more than 17/8 of the optimum plus one delivery R, under the conditions of
/// ``BalancedPolicy``, whose proof holds for all deliveries that are no guess, with an eighth unheard
/// for its quarter. A guess that comes when waiting worth W was paid costs R + W. If nothing came
/// before the time of ``BalancedPolicy``, the optimum has paid R by then, for a delivery or for
/// waiting, so twice that leaves R − W, the stake. If something came, the optimum has paid W at
/// least, and R + W is R − W more than twice that, the stake again. Stakes lost exceed stakes won by
/// no more than the first credit, one delivery.
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
  static let largestCredit = 2.0

  /// What a delivery is taken to cost until one was timed.
  public static var assumedDelivery: Duration { .milliseconds(2) }

  /// - Parameters:
  ///   - price: how many nanoseconds of main one update that waits one nanosecond is worth; over 0.
  ///   - deliveryCost: what a delivery with its layout commit takes of main; nil to learn it.
  ///   - maximumWait: how long an update waits at the most; nil for 1 s where the cost is learnt, and
  ///     for no limit where it is known.
  public init(price: Double = 0.02, deliveryCost: Duration? = nil, maximumWait: Duration? = nil) {
    self.init(price: price, deliveryCost: deliveryCost, maximumWait: maximumWait, lookSpacing: 0.2)
  }

  /// `lookSpacing` is how much must be waited between two looks, in deliveries.
  init(price: Double, deliveryCost: Duration?, maximumWait: Duration? = nil, lookSpacing: Double) {
    cost = DeliveryCost(known: deliveryCost, assumed: Self.assumedDelivery)
    self.price = WaitPrice(price, maximumWait: maximumWait, isLearnt: deliveryCost == nil)
    self.lookSpacing = lookSpacing
  }

  /// A guess, if the credit is worth it, else as ``BalancedPolicy``.
  public var due: UInt64 {
    guard !wait.isEmpty else { return .max }
    let balancedDue = balancedDue
    let guess = max(guessDue(balancedDue), wait.time(reaching: waitedBeforeGuess))
    return guess < balancedDue && stake(at: guess) <= credit ? guess : balancedDue
  }

  /// They wait from now on; the gaps between them are those since the last hearing, evenly.
  public mutating func heard(_ count: Int, at now: UInt64) {
    judge(at: now)
    if let newest, now >= newest { gaps.add((now - newest) / UInt64(max(1, count))) }
    newest = max(now, newest ?? 0)
    wait.add(count, at: now)
  }

  /// The first, then every eighth more.
  public func nextCount(after heard: Int) -> Int { heard + max(1, heard / 8) }

  /// What is found counts as arrived now and teaches no gap, for nobody knows when it came.
  public mutating func looked(_ count: Int, at now: UInt64) {
    judge(at: now)
    newest = max(now, newest ?? 0)
    wait.add(count, at: now)
  }

  /// The next look is a while later.
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

  /// Learns what it took.
  public mutating func ended(_ timing: DeliveryTiming) { cost.learn(timing) }

  /// Nothing waits.
  public mutating func dropped() {
    wait = PendingWait()
    waitedBeforeGuess = 0
  }

  /// What waits goes on waiting, and what was learnt is kept.
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

extension DeliveryPolicy where Self == BalancedEagerPolicy {
  /// As ``balanced(price:deliveryCost:maximumWait:)``, but sooner where nothing seems to follow.
  public static func balancedEager(
    price: Double = 0.02, deliveryCost: Duration? = nil, maximumWait: Duration? = nil
  ) -> BalancedEagerPolicy {
    BalancedEagerPolicy(price: price, deliveryCost: deliveryCost, maximumWait: maximumWait)
  }
}
