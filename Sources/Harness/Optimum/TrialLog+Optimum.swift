import LeastCost

extension TrialLog {
  /// What the best possible schedule pays for the arrivals of this trial, at its prices; nil where
  /// nothing is delivered or a delivery costs nothing, and where a screen has frames of its own, which
  /// several deliveries share: for that no optimum is known.
  ///
  /// Reloads are held against reloads. What applies row changes is held against a schedule that may,
  /// with each delivery, change the rows one by one or reload, whichever is cheaper. What reloads
  /// sections, or makes one change of several to the same row, is held against deliveries of a
  /// single section or a single row: less than any schedule pays, so its ratio is an upper bound.
  /// The schedule knows when main is blocked by something else and when the user scrolls; each view
  /// has one of its own, and their sum is a lower bound.
  var optimum: Optimum.Schedule? { optimum(price: costs.latencyPrice) }

  /// The same at another price.
  func optimum(price: Double) -> Optimum.Schedule? {
    guard frames == nil,
      let delivery = costs.delivery(deliveryKind, isAlwaysOnScreen: isAlwaysOnScreen)
    else { return nil }
    let optimum = Optimum(delivery: delivery, price: price, blocked: blocked)
    return arrivalsByView.reduce(Optimum.Schedule()) { $0 + optimum.schedule(arrivals: $1) }
  }

  /// What a schedule pays for the same arrivals that can be carried out on one main, at the trial's
  /// prices: no less than the best possible. Nil where ``optimum`` is, and for a single view, which
  /// has main to itself.
  var sharedMain: Optimum.Schedule? {
    guard viewCount > 1, let delivery = costs.wholeDelivery(deliveryKind) else { return nil }
    let optimum = Optimum(delivery: delivery, price: costs.latencyPrice, blocked: blocked)
    var schedule = SharedMainSchedule(arrivalsByView, optimum)
    return schedule.best()
  }

  private var arrivalsByView: [[UInt64]] {
    var arrivals = [[UInt64]](repeating: [], count: viewCount)
    for index in intended.indices where actual[index] != TrialLog.never {
      arrivals[Int(updates.view[index])].append(intended[index])
    }
    return arrivals.map { times in
      zip(times, times.dropFirst()).allSatisfy { $0 <= $1 } ? times : times.sorted()
    }
  }
}

extension CostModel {
  /// What one delivery takes of main; nil where it takes nothing. Off screen nothing is laid out.
  func delivery(_ kind: DeliveryKind, isAlwaysOnScreen: Bool) -> Optimum.Delivery? {
    guard screen == nil else { return nil }
    let layout = isAlwaysOnScreen ? Double(layoutNanoseconds) : 0
    let reload = Double(reloadNanoseconds)
    let delivery: Optimum.Delivery
    switch kind {
    case .none: return nil
    case .reload: delivery = .init(reload: reload + layout)
    case .sections:
      delivery = .init(reload: reload / Double(StrategyEntry.sectionCount) + layout)
    case .list:
      delivery = .init(reload: min(reload, Double(rowChangeNanoseconds)) + layout)
    case .rowChange:
      delivery = .init(reload: reload + layout, rows: (Double(rowChangeNanoseconds), layout))
    }
    return delivery.reload > 0 ? delivery : nil
  }

  /// What one delivery takes of main that shows everything, whatever the strategy could leave out:
  /// every section of a view, every change, and a layout commit, on screen or not. Nil where it
  /// takes nothing.
  func wholeDelivery(_ kind: DeliveryKind) -> Optimum.Delivery? {
    switch kind {
    case .none: nil
    case .reload, .sections: delivery(.reload, isAlwaysOnScreen: true)
    case .rowChange, .list: delivery(.rowChange, isAlwaysOnScreen: true)
    }
  }
}
