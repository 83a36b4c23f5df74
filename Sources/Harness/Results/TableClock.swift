/// Says when tables that are written anew as a whole are due again: whenever that takes little, and else
/// so seldom that it takes a twentieth of the time at the most. The journal has every trial anyway.
struct TableClock {
  private static let little = Duration.milliseconds(20)

  private var ended = ContinuousClock.now
  private var cost: Duration

  /// As after writing that took `cost`, just now.
  init(cost: Duration = .zero) { self.cost = cost }

  /// Whether to write now.
  var isDue: Bool { cost <= Self.little || ContinuousClock.now - ended >= cost * 20 }

  /// Writes, and takes the time of it.
  mutating func measure(_ write: () throws -> Void) rethrows {
    let start = ContinuousClock.now
    defer {
      ended = ContinuousClock.now
      cost = ended - start
    }
    try write()
  }
}
