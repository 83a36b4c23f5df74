/// As ``BalancedRule``, but due earlier where nothing seems to follow, while the credit lasts.
///
/// What seems to follow is judged by the gaps between updates, the median of the newest five: after
/// an update nothing is expected before ``BalancedRule`` would deliver if gaps are longer than that,
/// and nothing is expected any more if none came for two gaps.
///
/// Whether a guess was right is known when the next update comes: it was if `balanced` would have
/// delivered before that. Nothing has to be set to find out.
struct EagerRule: DeliveryRule {
  private let price: Double
  private var cost: DeliveryCost
  private var wait = PendingWait()
  private var gaps = RecentSamples()
  private var newest: UInt64?
  /// In deliveries: what wrong guesses may still cost.
  private(set) var credit = 1.0
  private var lastGuess: Guess?

  /// A delivery that was made earlier than `balanced` would have made it.
  private struct Guess {
    /// When that would have been.
    let balancedDue: UInt64
    /// What it costs if it was wrong and earns if it was right, in deliveries.
    let stake: Double
  }

  /// More would only be spent on the bursts that follow a long silence.
  static let largestCredit = 2.0

  init(price: Double, cost: DeliveryCost) {
    precondition(price > 0 && price.isFinite, "A price is more than 0, and finite.")
    self.price = price
    self.cost = cost
  }

  var due: UInt64 {
    guard !wait.isEmpty else { return .max }
    let balancedDue = wait.time(reaching: patience)
    let guess = max(wait.newest, guessDue(balancedDue))
    return guess < balancedDue && stake(at: guess) <= credit ? guess : balancedDue
  }

  mutating func arrived(_ count: Int, at now: UInt64) {
    judge(at: now)
    if let newest, now >= newest { gaps.add(now - newest) }
    newest = max(now, newest ?? 0)
    wait.add(count, at: now)
  }

  mutating func began(at now: UInt64) {
    let balancedDue = wait.time(reaching: patience)
    // A delivery that nothing was due for was asked for by the app, with `flush`, and is no guess.
    lastGuess =
      now < balancedDue && due <= now
      ? Guess(balancedDue: balancedDue, stake: stake(at: now)) : nil
    dropped()
  }

  mutating func ended(_ timing: DeliveryTiming) {
    guard let settled = timing.settled else { return }
    cost.learn(nanoseconds: settled - timing.start)
  }

  mutating func dropped() { wait = PendingWait() }

  /// When nothing more is expected before `balancedDue`.
  private func guessDue(_ balancedDue: UInt64) -> UInt64 {
    guard let gap = gaps.median else { return wait.newest.adding(orNever: patience / 8) }
    guard wait.newest.adding(orNever: gap) < balancedDue else { return wait.newest }
    return wait.newest.adding(orNever: gap * 2)
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

  private var patience: UInt64 {
    DeliveryCost.patience(nanoseconds: cost.nanoseconds, price: price)
  }
}
