import Coalesce
import CoalesceStrategies

/// A strategy as the bench knows it, and how it is attached to a view.
public struct StrategyEntry: RegistryEntry {
  /// Returns the bound for these parameters and the time that one delivery takes.
  public typealias LatencyBound = @Sendable (ParameterValues, _ delivery: Duration) -> Duration

  /// Returns the Swift with which an app makes the strategy, as in `let updates = …`.
  public typealias SwiftLine = @Sendable (ParameterValues) -> String

  /// "strategy".
  public static let kind = "strategy"

  /// Kebab-case and permanent: a key in Results.
  public let name: String
  /// The system that it comes from.
  public let origin: String
  /// Its rule in one line.
  public let summary: String
  /// What can be set.
  public let parameters: [Parameter]
  /// What its deliveries do to the view, unless its parameters say otherwise.
  public let delivery: DeliveryKind
  /// Whether the parameter `by` says what deliveries do.
  private var isByChoice = false
  /// Whether it has clocks and queues of its own and so cannot run in virtual time.
  public let isRealTimeOnly: Bool
  /// Promises that it is known to break, each with the reason in one sentence.
  public let breaks: [Promise: String]
  /// The longest time from a submission to the end of its delivery; nil if the rule sets none.
  public let latencyBound: LatencyBound?
  /// The shortest average time between deliveries to a view; nil if the rule sets none.
  public let spacing: LatencyBound?
  /// Whether the rule keeps ``spacing`` between any two deliveries, unless one is flushed.
  public let keepsSpacing: Bool
  /// Whether the library Coalesce has it, so that an app needs no other product.
  public let isInCoalesce: Bool
  /// Whether `recommend` tries it when no strategies are named; by default if it is in Coalesce.
  public private(set) var isProposed: Bool
  /// Whether the views of a trial are members of a group.
  public private(set) var isGroup = false
  /// How an app writes it; nil if unknown.
  public let swift: SwiftLine?
  /// Makes what the views of a trial share, and returns a maker of strategies for single views.
  package var attachViews: @Sendable (ParameterValues, any SourceScheduler) -> Attach

  /// Makes a strategy for one view.
  public typealias Attach = @Sendable (any ViewPort) -> AttachedStrategy

  /// What its deliveries do to the view with these parameters.
  public func delivery(with values: ParameterValues) -> DeliveryKind {
    isByChoice && values.isByRows ? .rows : delivery
  }

  /// Makes a strategy for the only view.
  public func attach(
    _ values: ParameterValues, _ scheduler: any SourceScheduler, _ port: any ViewPort
  ) -> AttachedStrategy { attachViews(values, scheduler)(port) }

  /// Makes an entry. `coalescing`, `reloading` and `applying` are easier for the usual kinds.
  public init(
    name: String, origin: String, summary: String, parameters: [Parameter] = [],
    delivery: DeliveryKind, isRealTimeOnly: Bool = false, breaks: [Promise: String] = [:],
    latencyBound: LatencyBound? = nil, spacing: LatencyBound? = nil, keepsSpacing: Bool = false,
    isInCoalesce: Bool = false, swift: SwiftLine? = nil,
    attach:
      @escaping @Sendable (ParameterValues, any SourceScheduler, any ViewPort) -> AttachedStrategy
  ) {
    (self.name, self.origin, self.summary) = (name, origin, summary)
    (self.parameters, self.delivery, self.isRealTimeOnly) = (parameters, delivery, isRealTimeOnly)
    (self.breaks, self.latencyBound, self.spacing) = (breaks, latencyBound, spacing)
    (self.keepsSpacing, self.isInCoalesce, self.swift) = (keepsSpacing, isInCoalesce, swift)
    isProposed = isInCoalesce
    attachViews = { values, scheduler in { attach(values, scheduler, $0) } }
  }

  /// A coalescer. `policy` makes the pace of a view, `group` the group of all views, if any. Two more parameters, `by`
  /// and `limit`, say whether a delivery reloads the view or applies a ``RowBatch``. `swift` is the line for reloads.
  public static func coalescing(
    _ name: String, origin: String, summary: String, parameters: [Parameter] = [],
    breaks: [Promise: String] = [:], latencyBound: LatencyBound? = nil,
    spacing: LatencyBound? = nil, keepsSpacing: Bool = false, isInCoalesce: Bool = true,
    isProposed: Bool? = nil, swift: SwiftLine? = nil,
    group: (@Sendable (ParameterValues, any SourceScheduler) -> CoalescerGroup)? = nil,
    policy: @escaping @Sendable (ParameterValues) -> Pace
  ) -> StrategyEntry {
    let byChoice = swift.map { line -> SwiftLine in
      { values in
        values.isByRows ? line(values).byRows(limit: values.swift("limit")) : line(values)
      }
    }
    var entry = StrategyEntry(
      name: name, origin: origin, summary: summary, parameters: parameters + whatADeliveryDoes,
      delivery: .reload, breaks: breaks, latencyBound: latencyBound, spacing: spacing,
      keepsSpacing: keepsSpacing, isInCoalesce: isInCoalesce, swift: byChoice
    ) { attach(policy($0), $0, $1, $2, in: nil) }
    (entry.isGroup, entry.isByChoice) = (group != nil, true)
    entry.isProposed = isProposed ?? isInCoalesce
    if let group {
      entry.attachViews = { values, scheduler in
        let group = group(values, scheduler)
        return { attach(policy(values), values, scheduler, $0, in: group) }
      }
    }
    return entry
  }

  private static func attach(
    _ pace: Pace, _ values: ParameterValues, _ scheduler: any SourceScheduler,
    _ port: any ViewPort, in group: CoalescerGroup?
  ) -> AttachedStrategy {
    guard values.isByRows else {
      let coalescer = Coalescer<UpdateCount>(pace, in: group, scheduler: scheduler) { _ in
        port.reload()
      }
      return AttachedStrategy(coalescing: coalescer) { _ in .one }
    }
    let limit = values.count("limit")
    let coalescer = Coalescer<RowBatch>(pace, in: group, scheduler: scheduler) { port.apply($0) }
    return AttachedStrategy(
      coalescer, submitUrgent: { coalescer.submit(($0, limit), within: .zero) },
      submit: { coalescer.submit(($0, limit)) })
  }

  private static let whatADeliveryDoes = [
    Parameter.choice(
      "by", ["reload", "rows"], "whether a delivery reloads the view or changes its rows"),
    .count("limit", 32, "with by=rows, the most entries of a batch; with more, a reload"),
  ].map { parameter in
    var quiet = parameter
    quiet.isQuiet = true
    return quiet
  }

  /// A strategy whose updates carry no data: each delivery reloads the view from the model.
  @inlinable
  public static func reloading<Strategy: UpdateStrategy>(
    _ name: String, origin: String, summary: String, parameters: [Parameter] = [],
    isRealTimeOnly: Bool = false, breaks: [Promise: String] = [:],
    latencyBound: LatencyBound? = nil, swift: SwiftLine? = nil,
    make:
      @escaping @Sendable (
        ParameterValues, any SourceScheduler, @escaping @Sendable (UpdateCount) -> Void
      ) -> Strategy
  ) -> StrategyEntry where Strategy.Update == UpdateCount {
    StrategyEntry(
      name: name, origin: origin, summary: summary, parameters: parameters, delivery: .reload,
      isRealTimeOnly: isRealTimeOnly, breaks: breaks, latencyBound: latencyBound, swift: swift
    ) { values, scheduler, port in
      let strategy = make(values, scheduler) { _ in port.reload() }
      return AttachedStrategy(strategy) { _ in strategy.submit(.one) }
    }
  }

  /// How many sections a view has if the strategy reloads sections; row r is in r modulo this.
  public static let sectionCount = 8

  /// A strategy that hands on every update: each delivery applies one row change.
  @inlinable
  public static func applying<Strategy: UpdateStrategy>(
    _ name: String, origin: String, summary: String, parameters: [Parameter] = [],
    isRealTimeOnly: Bool = false, breaks: [Promise: String] = [:],
    latencyBound: LatencyBound? = nil, swift: SwiftLine? = nil,
    make:
      @escaping @Sendable (
        ParameterValues, any SourceScheduler, @escaping @Sendable (RowChange) -> Void
      ) -> Strategy
  ) -> StrategyEntry where Strategy.Update == RowChange {
    StrategyEntry(
      name: name, origin: origin, summary: summary, parameters: parameters, delivery: .rowChange,
      isRealTimeOnly: isRealTimeOnly, breaks: breaks, latencyBound: latencyBound, swift: swift
    ) { values, scheduler, port in
      let strategy = make(values, scheduler) { port.apply($0) }
      return AttachedStrategy(strategy) { strategy.submit($0) }
    }
  }
}

extension ParameterValues {
  /// Only where `by` is declared.
  fileprivate var isByRows: Bool { choice("by") == 1 }
}

/// The effect of a strategy's deliveries on the view.
public enum DeliveryKind: Sendable {
  /// Redraw it from the current model.
  case reload
  /// Change one row.
  case rowChange
  /// Change the changed rows, each once, or reload it.
  case rows
  /// Redraw some of its sections from the current model.
  case sections
  /// Apply a batch update, or reload, from data that the strategy holds.
  case list
  /// Nothing: no update is expected to be shown.
  case none
}

/// Strategies that are compared with each other: each group has a best possible and a ranking of its own.
package enum DeliveryGroup: String, CaseIterable, Codable, Sendable {
  case reloads
  case rowChanges = "row changes"
}

extension DeliveryKind {
  /// Nil where nothing is delivered.
  package var group: DeliveryGroup? {
    switch self {
    case .reload, .sections: .reloads
    case .rowChange, .rows, .list: .rowChanges
    case .none: nil
    }
  }
}
