/// The debt of deliveries for main-thread time: each adds its cost, and half of the time that passes pays it off.
///
/// So in any second, deliveries take at most half of it, plus the advance, plus one delivery.
struct TimeAccount: Sendable {
  /// The most that may be owed while a delivery is under way, unless nothing is owed when it starts.
  static let advance: UInt64 = 100_000_000

  private var debt: UInt64 = 0
  private var time: UInt64 = 0
  /// When the debt was last paid off.
  private var paid: UInt64

  init(paid: UInt64 = 0) { self.paid = paid }

  /// Charges the usual cost of a delivery that begins.
  mutating func charge(_ cost: UInt64, at now: UInt64) {
    pay(until: now)
    debt = debt.adding(orNever: cost)
  }

  /// Settles a delivery that began at `start` and was `charged` then, as if its cost had been known.
  mutating func settle(_ cost: UInt64, charged: UInt64, since start: UInt64, at now: UInt64) {
    pay(until: now)
    // The payment that the time since then would have made, had anything been owed.
    let spare = debt == 0 ? (now - min(now, max(paid, start))) / 2 : 0
    let more = cost - min(cost, charged)
    debt = debt.adding(orNever: more - min(more, spare))
    // If nothing was owed meanwhile, the charge was paid, and the present debt is that of others.
    if paid <= start { debt -= min(debt, charged - min(cost, charged)) }
    if debt == 0 { paid = now }
  }

  private mutating func pay(until now: UInt64) {
    let part = (now - min(now, time)) / 2
    if debt > 0, part >= debt { paid = time + 2 * debt }
    debt -= min(debt, part)
    time = max(time, now)
  }

  /// The earliest start of a delivery that usually takes `cost`; 0 for at once.
  func start(of cost: UInt64) -> UInt64 {
    let allowed = Self.advance - min(Self.advance, cost / 2)
    guard debt > allowed else { return 0 }
    return time.adding(orNever: debt - allowed).adding(orNever: debt - allowed)
  }
}
