import Coalesce

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
  /// The longest time from a submission to the end of its delivery; nil if the rule sets none.
  public let latencyBound: LatencyBound?
  /// The shortest average time between deliveries to a view; nil if the rule sets none.
  public let spacing: LatencyBound?
  /// Whether the rule keeps ``spacing`` between any two deliveries, unless one is flushed.
  public let keepsSpacing: Bool
  /// Whether it is a `Coalescer`, which an app needs no product but Coalesce for.
  public let isCoalescer: Bool
  /// Whether the views of a trial are members of a group.
  public let isGroup: Bool
  /// How an app writes it; nil where nobody has said.
  public let swift: SwiftLine?
  /// Makes what all views of a trial share, and returns what makes a strategy for one view.
  package var attachViews: @Sendable (ParameterValues, any UpdateScheduler) -> Attach

  /// Makes a strategy for one view.
  public typealias Attach = @Sendable (any ViewPort) -> AttachedStrategy

  /// Makes a strategy for one view, the only one there is.
  public func attach(
    _ values: ParameterValues, _ scheduler: any UpdateScheduler, _ port: any ViewPort
  ) -> AttachedStrategy { attachViews(values, scheduler)(port) }

  /// Makes an entry. `coalescing`, `reloading` and `applying` are easier for the usual kinds.
  public init(
    name: String, origin: String, summary: String, parameters: [Parameter] = [],
    delivery: DeliveryKind, isRealTimeOnly: Bool = false, breaks: [Promise: String] = [:],
    latencyBound: LatencyBound? = nil, swift: SwiftLine? = nil,
    attach:
      @escaping @Sendable (ParameterValues, any UpdateScheduler, any ViewPort) -> AttachedStrategy
  ) {
    self.init(
      name: name, origin: origin, summary: summary, parameters: parameters, delivery: delivery,
      isRealTimeOnly: isRealTimeOnly, breaks: breaks, latencyBound: latencyBound, swift: swift
    ) { values, scheduler in { port in attach(values, scheduler, port) } }
  }

  /// The same for views that share something: `attachViews` runs once a trial, its result per view.
  public init(
    name: String, origin: String, summary: String, parameters: [Parameter] = [],
    delivery: DeliveryKind, isRealTimeOnly: Bool = false, breaks: [Promise: String] = [:],
    latencyBound: LatencyBound? = nil, spacing: LatencyBound? = nil, keepsSpacing: Bool = false,
    isCoalescer: Bool = false, isGroup: Bool = false, swift: SwiftLine? = nil,
    attachViews: @escaping @Sendable (ParameterValues, any UpdateScheduler) -> Attach
  ) {
    self.name = name
    self.origin = origin
    self.summary = summary
    self.parameters = parameters
    self.delivery = delivery
    self.isRealTimeOnly = isRealTimeOnly
    self.breaks = breaks
    self.latencyBound = latencyBound
    self.spacing = spacing
    self.keepsSpacing = keepsSpacing
    self.isCoalescer = isCoalescer
    self.isGroup = isGroup
    self.swift = swift
    self.attachViews = attachViews
  }

  /// A policy of a coalescer, each of whose deliveries reloads the view from the model. `policy`
  /// makes that of one view, `group` what the views of a trial have in common, if anything.
  @inlinable
  public static func coalescing(
    _ name: String, origin: String, summary: String, parameters: [Parameter] = [],
    breaks: [Promise: String] = [:], latencyBound: LatencyBound? = nil,
    spacing: LatencyBound? = nil, keepsSpacing: Bool = false, swift: SwiftLine? = nil,
    group: (@Sendable (ParameterValues, any UpdateScheduler) -> CoalescerGroup)? = nil,
    policy: @escaping @Sendable (ParameterValues) -> Pace
  ) -> StrategyEntry {
    StrategyEntry(
      name: name, origin: origin, summary: summary, parameters: parameters, delivery: .reload,
      breaks: breaks, latencyBound: latencyBound, spacing: spacing, keepsSpacing: keepsSpacing,
      isCoalescer: true, isGroup: group != nil, swift: swift
    ) { values, scheduler in
      let group = group?(values, scheduler)
      return { port in
        let coalescer = Coalescer<UpdateCount>(policy(values), in: group, scheduler: scheduler) {
          _ in port.reload()
        }
        return AttachedStrategy(coalescing: coalescer) { _ in .one }
      }
    }
  }

  /// A strategy whose updates carry no data: each delivery reloads the view from the model.
  @inlinable
  public static func reloading<Strategy: UpdateStrategy>(
    _ name: String, origin: String, summary: String, parameters: [Parameter] = [],
    isRealTimeOnly: Bool = false, breaks: [Promise: String] = [:],
    latencyBound: LatencyBound? = nil, swift: SwiftLine? = nil,
    make:
      @escaping @Sendable (
        ParameterValues, any UpdateScheduler, @escaping @Sendable (UpdateCount) -> Void
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
        ParameterValues, any UpdateScheduler, @escaping @Sendable (RowChange) -> Void
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
