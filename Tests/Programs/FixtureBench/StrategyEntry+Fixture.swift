import BenchHarness
import BenchLibrarySupport
import Coalesce
import CoalesceStrategies

extension StrategyEntry {
  typealias Attaching =
    @Sendable (ParameterValues, any SourceScheduler, any ViewPort) -> AttachedStrategy

  /// A strategy for tests. Without a summary, what it breaks is its summary.
  static func fixture(
    _ name: String, origin: String = "fixture", _ summary: String? = nil,
    parameters: [Parameter] = [], delivery: DeliveryKind = .reload, isRealTimeOnly: Bool = false,
    breaks: [Promise: String] = [:], latencyBound: LatencyBound? = nil,
    attach: @escaping Attaching
  ) -> StrategyEntry {
    StrategyEntry(
      name: name, origin: origin,
      summary: summary ?? Set(breaks.values).sorted().joined(separator: "; "),
      parameters: parameters, delivery: delivery, isRealTimeOnly: isRealTimeOnly, breaks: breaks,
      latencyBound: latencyBound, attach: attach)
  }
}

extension AttachedStrategy {
  /// Attaches a strategy of counts.
  init(_ strategy: some UpdateStrategy<UpdateCount>) {
    self.init(strategy) { _ in strategy.submit(.one) }
  }

  /// Attaches a strategy of row changes.
  init(_ strategy: some UpdateStrategy<RowChange>) {
    self.init(strategy) { strategy.submit($0) }
  }

  /// Attaches a coalescer of counts.
  init(
    _ pace: Pace = .nextPass, on scheduler: any SourceScheduler,
    deliver: @escaping @Sendable (UpdateCount) -> Void
  ) { self.init(Reload(pace, on: .scheduler(scheduler), onDelivery: deliver)) }
}
