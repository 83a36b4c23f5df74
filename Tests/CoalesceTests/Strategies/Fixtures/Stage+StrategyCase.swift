import Coalesce

extension Stage {
  /// That strategy, with an interval of 10 ms.
  convenience init(
    _ subject: StrategyCase, hop: Duration = .microseconds(50), cost: Duration = .zero
  ) {
    self.init(hop: hop, cost: cost) { subject.make($0, deliver: $1) }
  }
}
