/// As ``BalancedRule``, but an update that finds main idle is due at once while the credit lasts.
///
/// Whether that was right is known when the next update comes: the guess was good if `balanced`
/// would have delivered before that. Nothing has to be set to find out.
struct EagerRule: DeliveryRule {
  private let price: Double
  private var cost: DeliveryCost
  private var wait = PendingWait()
  private var isBusy = false
  /// How many wrong guesses are affordable.
  private(set) var credit = 1
  /// Whether what is pending is due at once.
  private var isEager = false
  /// When `balanced` would have made the delivery that was guessed last.
  private var balancedDue: UInt64?

  /// More would only be spent on the bursts that follow a long silence.
  static let largestCredit = 2

  init(price: Double, cost: DeliveryCost) {
    precondition(price > 0 && price.isFinite, "A price is more than 0, and finite.")
    self.price = price
    self.cost = cost
  }

  var due: UInt64 { isEager ? 0 : wait.time(reaching: patience) }

  mutating func arrived(_ count: Int, at now: UInt64) {
    judge(at: now)
    if wait.isEmpty { isEager = !isBusy && credit > 0 }
    wait.add(count, at: now)
  }

  mutating func began(at now: UInt64) {
    balancedDue = isEager ? wait.time(reaching: patience) : nil
    isBusy = true
    dropped()
  }

  mutating func ended(_ timing: DeliveryTiming) {
    guard let settled = timing.settled else { return }
    cost.learn(nanoseconds: settled - timing.start)
    isBusy = false
  }

  mutating func dropped() {
    wait = PendingWait()
    isEager = false
  }

  /// Earns or spends credit for the last guess.
  private mutating func judge(at now: UInt64) {
    guard let balancedDue else { return }
    self.balancedDue = nil
    credit = now > balancedDue ? min(credit + 1, Self.largestCredit) : credit - 1
  }

  private var patience: UInt64 {
    DeliveryCost.patience(nanoseconds: cost.nanoseconds, price: price)
  }
}
