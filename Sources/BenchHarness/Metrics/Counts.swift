extension Metric {
  package static let updates = Metric(
    "updates", better: .neither, "updates that were submitted"
  ) { Double($0.submitted) }

  package static let deliveries = Metric(
    "deliveries", "calls of the strategy's handler"
  ) { Double($0.log.deliveries.count) }

  package static let deliveryRate = Metric(
    "deliveries_per_s", title: "delivery rate", "deliveries ÷ the workload's length"
  ) { $0.log.perSecond(Double($0.log.deliveries.count)) }

  static let coalescingRatio = Metric(
    "coalescing_ratio", title: "coalescing", better: .neither, "updates ÷ deliveries"
  ) {
    $0.log.deliveries.isEmpty ? nil : Double($0.submitted) / Double($0.log.deliveries.count)
  }

  package static let lostUpdates = Metric(
    "lost_updates", title: "lost", "updates that the view never showed"
  ) { Double($0.lost) }

  package static let outOfOrderUpdates = Metric(
    "out_of_order_updates", title: "out of order",
    "updates that were applied after a newer update of the same producer"
  ) { trial in
    let log = trial.log
    var newest = [[Int32]](
      repeating: Array(repeating: -1, count: log.updatesByProducer.count), count: log.viewCount)
    var count = 0.0
    for delivery in log.deliveries where delivery.applied >= 0 {
      let (view, producer) = (Int(delivery.view), Int(log.updates.producer[Int(delivery.applied)]))
      if delivery.applied < newest[view][producer] { count += 1 }
      newest[view][producer] = max(newest[view][producer], delivery.applied)
    }
    return count
  }

  package static let invalidUpdates = Metric(
    "invalid_updates", title: "invalid",
    "updates that the view rejected with an exception, as UITableView does"
  ) { Double($0.log.invalidUpdates) }

  static let updatesWithoutAnimation = Metric(
    "updates_without_animation", title: "unanimated",
    "changes shown without animation, because too many animations were running"
  ) { Double($0.log.withoutAnimation) }
}

extension [Metric] {
  /// Counts of errors: any value other than 0 indicates a defect.
  static let correctness: [Metric] = [
    .lostUpdates, .outOfOrderUpdates, .invalidUpdates, .updatesWithoutAnimation,
  ]
}
