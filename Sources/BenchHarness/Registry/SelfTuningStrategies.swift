import Coalesce
import CoalesceStrategies

extension [StrategyEntry] {
  static let selfTuning: [StrategyEntry] = [
    .coalescing(
      "adaptive", origin: "this project",
      summary: "reloads immediately, then pauses for a multiple of the reload's time; the default",
      latencyBound: { _, delivery in Self.interval(delivery) + delivery * 2 },
      spacing: { _, delivery in Self.interval(delivery) }, swift: { _ in .coalescer("") }
    ) { _ in .adaptive },
    .coalescing(
      "reveal", origin: "this project; smooth streaming in coder, chat-ui and streamdown",
      summary: "like adaptive, but shows a stream evenly, each update within a horizon",
      parameters: [
        .duration("horizon", .milliseconds(400), "the longest time until an update is shown")
      ],
      latencyBound: { values, delivery in
        values.duration("horizon") + Self.interval(delivery) * 2 + delivery * 2
      },
      isProposed: false,
      swift: {
        let portion = ".evenly(over: \($0.swift("horizon")))"
        return SwiftLine.coalescer("").inPortions(portion)
      },
      portion: { .evenly(over: $0.duration("horizon")) }
    ) { _ in .adaptive },
    .coalescing(
      "balanced", origin: "Dooly, Goldman, Scott, dynamic TCP acknowledgement",
      summary: "reloads once the accumulated waiting costs as much as a reload",
      parameters: [price, deliveryCost], latencyBound: patience, isInCoalesce: false,
      swift: { .coalescer(".balanced(\(tuning($0)))") }
    ) { .balanced(price: $0.number("price"), deliveryCost: knownCost($0)) },
    .coalescing(
      "balanced-eager", origin: "this project",
      summary: "like balanced, but early when a burst seems over; tuned on the bench's workloads",
      parameters: [price, deliveryCost, maximumWait], latencyBound: eagerPatience,
      isInCoalesce: false, isProposed: true, swift: { .coalescer(eager($0)) }, pace: eagerPace),
    .coalescing(
      "balanced-group", origin: "this project",
      summary: "like balanced-eager, but the views of a screen take turns on the main thread",
      parameters: [price, deliveryCost, maximumWait], latencyBound: eagerPatience,
      isInCoalesce: false, isProposed: true,
      swift: { .coalescer(eager($0), in: "CoalescerGroup()") },
      group: { CoalescerGroup(scheduler: $1) }, pace: eagerPace),
    .coalescing(
      "budget", origin: "this project",
      summary: "reloads as often as possible within a share of main-thread time",
      parameters: [share], latencyBound: budget, spacing: budgetSpacing,
      swift: { .coalescer(".budget(share: \($0.swift("share")))") }
    ) { .budget(share: $0.number("share")) },
    .coalescing(
      "budget-group", origin: "this project",
      summary: "like budget, but all views of a screen share one budget and take turns",
      parameters: [share], latencyBound: budget, spacing: budgetSpacing,
      swift: {
        .coalescer(".nextPass", in: "CoalescerGroup(.budget(share: \($0.swift("share"))))")
      },
      group: { CoalescerGroup(.budget(share: $0.number("share")), scheduler: $1) }
    ) { _ in .nextPass },
  ]

  private static func interval(_ delivery: Duration) -> Duration {
    .nanoseconds(AdaptivePolicy.interval(delivery.wholeNanoseconds))
  }

  private static let price = Parameter.number(
    "price", 0.02, "main-thread time you would trade for latency, in ns per ns saved")

  private static let deliveryCost = Parameter.duration(
    "delivery", .zero, "time of a reload and its layout commit; 0 to measure it")

  /// Not searched, because searches that included it took 50 % longer and found nothing better on 11 of 12 recordings.
  private static let maximumWait = Parameter.duration(
    "max-wait", .milliseconds(100), "the longest an update may wait; no less than a reload takes"
  ).quiet

  private static func knownCost(_ values: ParameterValues) -> Duration? {
    let cost = values.duration("delivery")
    return cost > .zero ? cost : nil
  }

  private static func tuning(_ values: ParameterValues) -> String {
    "price: \(values.swift("price"))"
      + (knownCost(values) == nil ? "" : ", deliveryCost: \(values.swift("delivery"))")
  }

  private static func eager(_ values: ParameterValues) -> String {
    let maximum =
      values.duration("max-wait") == .milliseconds(100)
      ? "" : ", maximumWait: \(values.swift("max-wait"))"
    return ".balancedEager(\(tuning(values))\(maximum))"
  }

  private static let eagerPace: @Sendable (ParameterValues) -> Pace = {
    .balancedEager(
      price: $0.number("price"), deliveryCost: knownCost($0), maximumWait: $0.duration("max-wait"))
  }

  private static let share = Parameter.share("share", 0.25, "main-thread time allowed for reloads")

  private static let longestWait = Duration.seconds(1)

  /// A lone update waits until its waiting costs as much as a delivery, then for a delivery in progress and its own.
  private static let patience: StrategyEntry.LatencyBound = { values, delivery in
    let known = values.duration("delivery")
    let wait = Swift.max(known, delivery) / values.number("price")
    return (known > .zero ? wait : Swift.min(wait, longestWait)) + delivery * 2
  }

  private static let eagerPatience: StrategyEntry.LatencyBound = { values, delivery in
    let assumed = BalancedEagerPolicy.assumedDelivery
    let cost = Swift.max(delivery, values.duration("delivery"), assumed)
    let longest = Swift.max(values.duration("max-wait"), cost)
    return Swift.min(cost / values.number("price"), longest) + delivery * 2
  }

  private static let budget: StrategyEntry.LatencyBound = { values, delivery in
    Swift.min(delivery / values.number("share"), .seconds(2)) + delivery * 2
  }

  private static let budgetSpacing: StrategyEntry.LatencyBound = { values, delivery in
    delivery / values.number("share")
  }
}
