public import Strategies

/// A strategy as the bench knows it: its name, where it comes from and how it is attached to a view.
public struct StrategyEntry: RegistryEntry {
  /// Answers the bound for these parameters and the time that one delivery takes.
  public typealias LatencyBound = @Sendable (ParameterValues, _ delivery: Duration) -> Duration

  /// "strategy".
  public static let kind = "strategy"

  /// Kebab-case and permanent: a key in Results.
  public let name: String
  /// The system it comes from.
  public let origin: String
  /// Its rule in one line.
  public let summary: String
  /// What can be set.
  public let parameters: [Parameter]
  /// What its deliveries do to the view.
  public let delivery: DeliveryKind
  /// Whether it has clocks and queues of its own and so cannot run in virtual time.
  public let isRealTimeOnly: Bool
  /// The promises that it is known not to keep, each with the reason in one sentence.
  public let breaks: [Promise: String]
  /// The longest time from a submission to the end of the delivery that shows it, which the rule
  /// promises; nil where it promises none.
  public let latencyBound: LatencyBound?
  /// Makes a strategy for one view.
  public let attach:
    @Sendable (ParameterValues, any UpdateScheduler, any ViewPort) -> AttachedStrategy

  /// Makes an entry; see ``reloading(_:origin:summary:parameters:make:)`` and
  /// ``applying(_:origin:summary:parameters:make:)`` for the usual two kinds.
  public init(
    name: String, origin: String, summary: String, parameters: [Parameter] = [],
    delivery: DeliveryKind, isRealTimeOnly: Bool = false, breaks: [Promise: String] = [:],
    latencyBound: LatencyBound? = nil,
    attach:
      @escaping @Sendable (ParameterValues, any UpdateScheduler, any ViewPort) -> AttachedStrategy
  ) {
    self.name = name
    self.origin = origin
    self.summary = summary
    self.parameters = parameters
    self.delivery = delivery
    self.isRealTimeOnly = isRealTimeOnly
    self.breaks = breaks
    self.latencyBound = latencyBound
    self.attach = attach
  }

  /// A strategy whose updates carry no data: each delivery reloads the view from the model.
  @inlinable
  public static func reloading<Strategy: UpdateStrategy>(
    _ name: String, origin: String, summary: String, parameters: [Parameter] = [],
    isRealTimeOnly: Bool = false, breaks: [Promise: String] = [:],
    latencyBound: LatencyBound? = nil,
    make:
      @escaping @Sendable (
        ParameterValues, any UpdateScheduler, @escaping @Sendable (UpdateCount) -> Void
      ) -> Strategy
  ) -> StrategyEntry where Strategy.Update == UpdateCount {
    StrategyEntry(
      name: name, origin: origin, summary: summary, parameters: parameters, delivery: .reload,
      isRealTimeOnly: isRealTimeOnly, breaks: breaks, latencyBound: latencyBound
    ) { values, scheduler, port in
      let strategy = make(values, scheduler) { _ in port.reload() }
      return AttachedStrategy(strategy) { _ in strategy.submit(.one) }
    }
  }

  /// How many sections a view has whose strategy tells them apart; row r is in section r modulo this.
  public static let sectionCount = 8

  /// A strategy that hands on every update: each delivery applies one row change.
  @inlinable
  public static func applying<Strategy: UpdateStrategy>(
    _ name: String, origin: String, summary: String, parameters: [Parameter] = [],
    isRealTimeOnly: Bool = false, breaks: [Promise: String] = [:],
    latencyBound: LatencyBound? = nil,
    make:
      @escaping @Sendable (
        ParameterValues, any UpdateScheduler, @escaping @Sendable (RowChange) -> Void
      ) -> Strategy
  ) -> StrategyEntry where Strategy.Update == RowChange {
    StrategyEntry(
      name: name, origin: origin, summary: summary, parameters: parameters, delivery: .rowChange,
      isRealTimeOnly: isRealTimeOnly, breaks: breaks, latencyBound: latencyBound
    ) { values, scheduler, port in
      let strategy = make(values, scheduler) { port.apply($0) }
      return AttachedStrategy(strategy) { strategy.submit($0) }
    }
  }
}

/// What a strategy's deliveries do to the view.
public enum DeliveryKind: Sendable {
  /// Redraw it from the current model.
  case reload
  /// Change one row.
  case rowChange
  /// Redraw some of its sections from the current model.
  case sections
  /// Apply a batch update, or reload, from data that the strategy holds.
  case list
  /// Nothing: no update is expected to be shown.
  case none
}

/// A strategy attached to one view.
///
/// `submit` is a closure made where the strategy's type is known: calling it costs 8–9 ns less than
/// calling through an existential.
public struct AttachedStrategy {
  /// Hands over one update; any thread.
  public let submit: @Sendable (RowChange) -> Void
  /// The strategy's `pendingCount`.
  public let pendingCount: @Sendable () -> Int
  /// The strategy's `flush`; on main.
  public let flush: @Sendable () -> Void
  /// The strategy's `cancel`.
  public let cancel: @Sendable () -> Void

  /// Attaches `strategy`, to which `submit` hands over.
  @inlinable
  public init(
    _ strategy: some UpdateStrategy, submit: @escaping @Sendable (RowChange) -> Void
  ) {
    self.submit = submit
    pendingCount = { strategy.pendingCount }
    flush = { strategy.flush() }
    cancel = { strategy.cancel() }
  }
}
