import Strategies

extension [StrategyEntry] {
  /// Strategies that learn what a delivery takes, and so need no interval.
  static let selfTuning: [StrategyEntry] = [
    .reloading(
      "balanced", origin: "Dooly, Goldman, Scott, dynamic TCP acknowledgement",
      summary: "a reload when the waiting, at its price, is worth one",
      parameters: [price, deliveryCost], latencyBound: patience
    ) {
      Balanced(
        price: $0.number("price"), deliveryCost: knownCost($0), scheduler: $1, deliver: $2)
    },
    .reloading(
      "balanced-eager", origin: "this project",
      summary: "as balanced, but sooner where nothing seems to follow",
      parameters: [price, deliveryCost],
      latencyBound: { values, delivery in
        patience(values, Swift.max(delivery, BalancedEager<UpdateCount>.assumedDelivery))
      }
    ) {
      BalancedEager(
        price: $0.number("price"), deliveryCost: knownCost($0), scheduler: $1, deliver: $2)
    },
    StrategyEntry(
      name: "balanced-rows", origin: "this project",
      summary: "as balanced, with row changes or a reload, whichever is cheaper",
      parameters: [price], delivery: .rowChange
    ) { values, scheduler, port in
      let strategy = BalancedRows<OrderedUpdates<RowChange>>(
        price: values.number("price"), scheduler: scheduler
      ) { delivery in
        guard delivery.form == .changes else { return port.reload() }
        for change in delivery.update.elements where !delivery.isCancelled { port.apply(change) }
      }
      return AttachedStrategy(strategy) { strategy.submit(OrderedUpdates([$0])) }
    },
    .reloading(
      "budgeted", origin: "this project",
      summary: "reloads as soon as a share of main's time allows",
      parameters: [.share("share", 0.25, "of main's time, for reloads")],
      latencyBound: { values, delivery in delivery / values.number("share") + delivery }
    ) { Budgeted(share: $0.number("share"), scheduler: $1, deliver: $2) },
  ]

  private static let price = Parameter.number(
    "price", 0.02, "ns of main that an update is worth that waits 1 ns")

  private static let deliveryCost = Parameter.duration(
    "delivery", .zero, "what a reload takes with its layout commit; 0 to learn it")

  private static func knownCost(_ values: ParameterValues) -> Duration? {
    let cost = values.duration("delivery")
    return cost > .zero ? cost : nil
  }

  /// One update alone waits until that is worth a delivery, perhaps for one under way, and for its
  /// own.
  private static let patience: StrategyEntry.LatencyBound = { values, delivery in
    Swift.max(values.duration("delivery"), delivery) / values.number("price") + delivery * 2
  }
}
