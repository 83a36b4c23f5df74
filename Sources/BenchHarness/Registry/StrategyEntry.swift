import Coalesce
import CoalesceStrategies

/// A strategy's entry in the registry: its description, and how to attach it to a view.
public struct StrategyEntry: RegistryEntry {
  /// Returns a maximum or minimum time, given the parameters and the time that one delivery takes.
  public typealias LatencyBound = @Sendable (ParameterValues, _ delivery: Duration) -> Duration

  /// Returns the code that creates the strategy in an app.
  public typealias SwiftCode = @Sendable (ParameterValues) -> SwiftLine

  /// The noun for an entry in messages.
  public static let kind = "strategy"

  /// The name, in kebab-case; permanent, because it is a key in results.
  public let name: String
  /// The system or idiom that the strategy reproduces.
  public let origin: String
  /// The strategy's rule in one line.
  public let summary: String
  /// The parameters that can be set.
  public let parameters: [Parameter]
  /// The effect of deliveries on the view, unless the parameter `by` says otherwise.
  public let delivery: DeliveryKind
  /// Whether the strategy has the parameter `by`.
  private var isByChoice = false
  /// Whether the strategy has its own clocks and queues and so cannot run in virtual time.
  public let isRealTimeOnly: Bool
  /// Promises that the strategy is known to break, each with the reason in one sentence.
  public let breaks: [Promise: String]
  /// The longest time from a submission to the end of its delivery; nil if the rule sets no limit.
  public let latencyBound: LatencyBound?
  /// The shortest average time between deliveries to a view; nil if the rule sets no minimum.
  public let spacing: LatencyBound?
  /// Whether ``spacing`` is kept before every delivery, not only on average; deliveries made by a flush are exempt.
  public let keepsSpacing: Bool
  /// The most updates that a delivery shows, except in a flush; nil if the rule sets no limit.
  package var largestDelivery: @Sendable (ParameterValues) -> Int? = { _ in nil }
  /// Whether the strategy is in the library Coalesce, so that an app needs no other product.
  public let isInCoalesce: Bool
  /// Whether `recommend` tries the strategy if the user names no strategy; by default, equal to ``isInCoalesce``.
  public private(set) var isProposed: Bool
  /// Whether the coalescers of a trial's views share a `CoalescerGroup`.
  public private(set) var isGroup = false
  /// Whether deliveries depend on when a display's frames begin. If so, virtual time averages over several phases.
  public private(set) var knowsFrames = false
  /// The code that creates the strategy in an app; nil if unknown.
  public let swift: SwiftCode?
  /// Creates the objects that a trial's views share; returns a function that makes a strategy for one view.
  package var attachViews: @Sendable (ParameterValues, any SourceScheduler) -> Attach

  /// Makes a strategy for one view.
  public typealias Attach = @Sendable (any ViewPort) -> AttachedStrategy

  /// The effect of deliveries on the view with these parameters.
  public func delivery(with values: ParameterValues) -> DeliveryKind {
    isByChoice && values.isByRows ? .rows : delivery
  }

  /// Makes a strategy for a trial's only view.
  public func attach(
    _ values: ParameterValues, _ scheduler: any SourceScheduler, _ port: any ViewPort
  ) -> AttachedStrategy { attachViews(values, scheduler)(port) }

  /// Makes an entry. `coalescing`, `reloading` and `applying` are easier for the usual kinds.
  public init(
    name: String, origin: String, summary: String, parameters: [Parameter] = [],
    delivery: DeliveryKind, isRealTimeOnly: Bool = false, breaks: [Promise: String] = [:],
    latencyBound: LatencyBound? = nil, spacing: LatencyBound? = nil, keepsSpacing: Bool = false,
    isInCoalesce: Bool = false, swift: SwiftCode? = nil,
    attach:
      @escaping @Sendable (ParameterValues, any SourceScheduler, any ViewPort) -> AttachedStrategy
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
    self.isInCoalesce = isInCoalesce
    isProposed = isInCoalesce
    self.swift = swift
    attachViews = { values, scheduler in { attach(values, scheduler, $0) } }
  }

  /// Makes a coalescer's entry. `pace` returns each view's pace; `group`, if given, creates the views' group. Adds
  /// the parameters `by` (reload or apply a ``RowBatch``) and `limit` (the batch's), and, unless `portion` is given,
  /// the parameters of a portion. `swift` returns code for reloads.
  public static func coalescing(
    _ name: String, origin: String, summary: String, parameters: [Parameter] = [],
    breaks: [Promise: String] = [:], latencyBound: LatencyBound? = nil,
    spacing: LatencyBound? = nil, keepsSpacing: Bool = false, isInCoalesce: Bool = true,
    isProposed: Bool? = nil, knowsFrames: Bool = false, swift: SwiftCode? = nil,
    group: (@Sendable (ParameterValues, any SourceScheduler) -> CoalescerGroup)? = nil,
    portion: (@Sendable (ParameterValues) -> Portion)? = nil,
    pace: @escaping @Sendable (ParameterValues) -> Pace
  ) -> StrategyEntry {
    let chosen = portion ?? { $0.portion.value }
    let byChoice = swift.map { swift in
      { @Sendable (values: ParameterValues) in
        let line = swift(values)
        if portion == nil, values.portion.value != .all {
          return line.inPortions(values.portion.swift)
        }
        return values.isByRows ? line.byRows(limit: values.count("limit")) : line
      }
    }
    // In portions, an element may wait for any number of deliveries.
    let bound = latencyBound.map { bound in
      { @Sendable (values: ParameterValues, delivery: Duration) in
        portion == nil && values.portion.value != .all ? .seconds(86_400) : bound(values, delivery)
      }
    }
    var entry = StrategyEntry(
      name: name, origin: origin, summary: summary,
      parameters: parameters + (whatADeliveryDoes + (portion == nil ? portions : [])).map(\.quiet),
      delivery: .reload, breaks: breaks, latencyBound: bound, spacing: spacing,
      keepsSpacing: keepsSpacing, isInCoalesce: isInCoalesce, swift: byChoice
    ) { attach(pace($0), chosen($0), $0, $1, $2, in: nil) }
    if portion == nil {
      entry.largestDelivery = { $0.choice("portion") == 1 ? $0.count("count") : nil }
    }
    entry.isGroup = group != nil
    entry.isByChoice = true
    entry.knowsFrames = knowsFrames
    entry.isProposed = isProposed ?? isInCoalesce
    if let group {
      entry.attachViews = { values, scheduler in
        let group = group(values, scheduler)
        return { attach(pace(values), chosen(values), values, scheduler, $0, in: group) }
      }
    }
    return entry
  }

  private static func attach(
    _ pace: Pace, _ portion: Portion, _ values: ParameterValues, _ scheduler: any SourceScheduler,
    _ port: any ViewPort, in group: CoalescerGroup?
  ) -> AttachedStrategy {
    let place = group.map { DeliveryPlace.group($0) } ?? .scheduler(scheduler)
    guard portion == .all else {
      let isByRows = values.isByRows
      let coalescer = Coalescer<OrderedUpdates<RowChange>>(pace, portion: portion, on: place)
      coalescer.handle { update in
        if isByRows {
          port.apply(RowBatch(all: update.elements))
        } else {
          port.append(update.elements)
        }
      }
      return AttachedStrategy(coalescing: coalescer) { OrderedUpdates($0) }
    }
    guard values.isByRows else {
      let coalescer = Reload(pace, on: place)
      coalescer.handle { _ in port.reload() }
      return AttachedStrategy(coalescing: coalescer) { _ in .one }
    }
    let limit = values.count("limit") > 0 ? values.count("limit") : port.rowLimit
    let coalescer = Coalescer<RowBatch>(pace, on: place)
    coalescer.handle { port.apply($0) }
    return AttachedStrategy(
      coalescer, submitUrgent: { coalescer.submit(($0, limit), within: .zero) },
      submit: { coalescer.submit(($0, limit)) })
  }

  private static let whatADeliveryDoes = [
    Parameter.choice(
      "by", ["reload", "rows"], "whether a delivery reloads the view or changes its rows"),
    .count(
      "limit", 0,
      "with by=rows, the most entries in a batch; more cause a reload; 0: by the view's costs"
    ),
  ]

  private static let portions = [
    Parameter.choice(
      "portion", ["all", "count", "time", "evenly"],
      "how many of the pending updates a delivery takes, in order"),
    .count("count", 200, "with portion=count, the most updates in a delivery"),
    .duration("time", .milliseconds(4), "with portion=time, what a delivery may take"),
    .duration(
      "horizon", .milliseconds(400),
      "with portion=evenly, the longest time until an update is shown"),
  ]

  /// Makes the entry of a strategy whose updates carry no data: each delivery reloads the view from the model.
  @inlinable
  public static func reloading<Strategy: UpdateStrategy>(
    _ name: String, origin: String, summary: String, parameters: [Parameter] = [],
    isRealTimeOnly: Bool = false, breaks: [Promise: String] = [:],
    latencyBound: LatencyBound? = nil, swift: SwiftCode? = nil,
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

  /// How many sections a view has if the strategy reloads sections; row r is in section r modulo this number.
  public static let sectionCount = 8

  /// Makes the entry of a strategy that delivers updates one by one: each delivery applies one row change.
  @inlinable
  public static func applying<Strategy: UpdateStrategy>(
    _ name: String, origin: String, summary: String, parameters: [Parameter] = [],
    isRealTimeOnly: Bool = false, breaks: [Promise: String] = [:],
    latencyBound: LatencyBound? = nil, swift: SwiftCode? = nil,
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

extension StrategyEntry {
  /// The modules that the code of ``swift`` imports, named like their products; empty for other packages' strategies.
  package var modules: [String] {
    if isInCoalesce { return ["Coalesce"] }
    return isOfThisPackage ? ["Coalesce", "CoalesceStrategies"] : []
  }

  package var isOfThisPackage: Bool { Self.ownNames.contains(name) }

  private static let ownNames = Set([StrategyEntry].standard.map(\.name))
}

extension ParameterValues {
  fileprivate var isByRows: Bool { choice("by") == 1 }

  /// What the parameters of `StrategyEntry.portions` say, also as Swift source.
  fileprivate var portion: (value: Portion, swift: String) {
    switch choice("portion") {
    case 1: (.atMost(count("count")), ".atMost(\(swift("count")))")
    case 2: (.fitting(duration("time")), ".fitting(\(swift("time")))")
    case 3: (.evenly(over: duration("horizon")), ".evenly(over: \(swift("horizon")))")
    default: (.all, ".all")
    }
  }
}
