/// The views of a group that wait for a turn, in the order in which they became due.
struct TurnQueue {
  struct Member {
    let engine: DeliveryEngine.Reference
    /// What a delivery usually costs.
    let cost: UInt64
    let since: UInt64
  }

  /// How many waiting views are looked at, so that a turn takes the same time with ten thousand of them.
  private static let sight = 32

  private var members = FIFO<Member>()
  /// The account that decides; nil if the group's policy does.
  var account: TimeAccount?

  init(account: TimeAccount? = nil) { self.account = account }

  var isEmpty: Bool { members.isEmpty }
  var count: Int { members.count }

  mutating func append(_ member: Member) { members.append(member) }

  /// The next member's place, and the earliest time for its turn. A view whose deliveries take half as long or less
  /// overtakes what may not start yet, until that has waited 83 ms and two of its deliveries.
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

  /// Removes and returns the next member, if it may have its turn now.
  mutating func popNext(at now: UInt64) -> DeliveryEngine.Reference? {
    guard let next = next(at: now), next.start <= now else { return nil }
    return members.remove(at: next.place)?.engine
  }
}
