/// The views of a group that wait for a turn, in the order in which they became due.
struct TurnQueue {
  struct Member {
    let engine: DeliveryEngine.Reference
    /// The usual cost of a delivery.
    let cost: UInt64
    let since: UInt64
  }

  /// How many waiting views are examined, so that a turn takes no longer with ten thousand of them.
  private static let sight = 32
  /// How long a turn may take if it serves more than one view, layout commit included: a quarter of a frame.
  private static let turnNanoseconds: UInt64 = 4_000_000

  private var members = FIFO<Member>()
  /// The account that decides; nil if the group's policy does.
  var account: TimeAccount?
  /// What a delivery may cost, whatever the view has learnt of its own: the largest recent cost. At first, that of a
  /// whole turn, so that views of unknown cost are not all laid out in one.
  private var recentCost = turnNanoseconds

  init(account: TimeAccount? = nil) { self.account = account }

  var isEmpty: Bool { members.isEmpty }
  var count: Int { members.count }

  mutating func append(_ member: Member) { members.append(member) }

  /// The place of the next member, and when its turn may start. While the first may not start yet, a member whose
  /// deliveries take at most half as long goes ahead, until the first has waited 83 ms plus two deliveries.
  private func next(at now: UInt64) -> (place: Int, start: UInt64)? {
    guard let first = members.first else { return nil }
    guard let account else { return (0, 0) }
    var next = (place: 0, start: account.start(of: first.cost))
    let patience = first.since.adding(orNever: DeliveryCost.unnoticed)
      .adding(orNever: first.cost).adding(orNever: first.cost)
    guard next.start > now, patience > now else { return next }
    for place in 1..<max(1, min(count, Self.sight)) {
      guard let member = members[place], member.cost <= first.cost / 2 else { continue }
      let start = account.start(of: member.cost)
      if start < next.start, start < patience { next = (place, start) }
    }
    return next
  }

  /// The earliest time for a turn; `.max` if nobody waits.
  func due(at now: UInt64) -> UInt64 { next(at: now)?.start ?? .max }

  /// Removes and returns the next member with what its delivery may cost, if it may have its turn now and fits into what
  /// is left of a turn of which `spent` is over. The first member always fits.
  mutating func popNext(
    at now: UInt64, spent: UInt64
  ) -> (engine: DeliveryEngine.Reference, cost: UInt64)? {
    guard let (place, start) = next(at: now), start <= now, let member = members[place] else {
      return nil
    }
    let cost = max(member.cost, recentCost)
    guard spent == 0 || spent.adding(orNever: cost) <= Self.turnNanoseconds else { return nil }
    _ = members.remove(at: place)
    return (member.engine, cost)
  }

  /// Notes what a delivery has cost. Half of a larger cost before it still counts.
  mutating func note(cost: UInt64) { recentCost = max(cost, recentCost / 2) }
}
