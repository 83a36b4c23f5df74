import BenchMath

extension TrialLog {
  /// What the best possible schedule pays for the arrivals of this trial, at its prices; nil where
  /// nothing is delivered or a delivery costs nothing, where a screen has frames of its own, which
  /// several deliveries share, and where a view whose cost grows with what it holds may come to hold
  /// less: for those no optimum is known.
  ///
  /// Reloads are held against reloads. What applies row changes is held against a schedule that may,
  /// with each delivery, change the rows one by one or reload, whichever is cheaper. What reloads
  /// sections, or makes one change of several to the same row, is held against deliveries of a
  /// single section or a single row: less than any schedule pays, so its ratio is an upper bound.
  /// The schedule knows when main is blocked by something else and when the user scrolls; each view
  /// has one of its own, and their sum is a lower bound.
  var optimum: Optimum.Schedule? {
    let content = isAlwaysOnScreen ? costs.contentNanoseconds : 0
    let arrivals = updates.arrivals(
      at: intended, views: viewCount, growingBy: content, kind: deliveryKind
    ) { actual[$0] != TrialLog.never }
    guard let delivery, let arrivals else { return nil }
    let optimum = Optimum(delivery: delivery, price: costs.latencyPrice, blocked: blocked)
    return arrivals.reduce(Optimum.Schedule()) { $0 + optimum.schedule($1) }
  }

  /// What one delivery takes of main into an empty view; nil where a cost has no meaning.
  var delivery: Optimum.Delivery? {
    frames == nil
      ? costs.delivery(deliveryKind, isAlwaysOnScreen: isAlwaysOnScreen, readsAtLayout) : nil
  }
}

extension PlannedUpdates {
  /// Each view's updates, those that `isSubmitted`, in the order of their `times`; nil where it is not
  /// known by how much its deliveries grow with `content` nanoseconds for each row that it holds.
  ///
  /// It is known where rows come and never go, and a delivery shows all that have come: as a reload does,
  /// and the last of several row changes of one producer.
  func arrivals(
    at times: [UInt64], views: Int, growingBy content: UInt64, kind: DeliveryKind,
    isSubmitted: (Int) -> Bool
  ) -> [Optimum.Arrivals]? {
    var arrivals = [Optimum.Arrivals](repeating: Optimum.Arrivals(times: []), count: views)
    if views == 1, times.indices.allSatisfy(isSubmitted) {
      arrivals[0].times = times
    } else {
      for index in times.indices where isSubmitted(index) {
        arrivals[Int(view[index])].times.append(times[index])
      }
    }
    let isInOrder = arrivals.map { own in
      zip(own.times, own.times.dropFirst()).allSatisfy { $0 <= $1 }
    }
    for number in arrivals.indices where !isInOrder[number] { arrivals[number].times.sort() }
    guard content > 0 else { return arrivals }
    guard isInOrder.allSatisfy({ $0 }), kind == .reload || kind == .rowChange else { return nil }
    var rows = [Set<Int32>](repeating: [], count: views)
    var producers = [Set<UInt8>](repeating: [], count: views)
    for index in times.indices where isSubmitted(index) {
      let view = Int(view[index])
      guard self.kind[index] != .delete else { return nil }
      rows[view].insert(row[index])
      producers[view].insert(producer[index])
      arrivals[view].growth.append(Double(content) * Double(rows[view].count))
    }
    guard kind == .reload || producers.allSatisfy({ $0.count <= 1 }) else { return nil }
    return arrivals
  }
}

extension CostModel {
  /// What one delivery takes of main, and when it reads what it shows; nil where it takes nothing. Off
  /// screen nothing is laid out. What is given to a delivery, as changes are, it has when it begins.
  func delivery(
    _ kind: DeliveryKind, isAlwaysOnScreen: Bool, _ readsAtLayout: Bool
  ) -> Optimum.Delivery? {
    guard screen == nil else { return nil }
    let layout = isAlwaysOnScreen ? Double(layoutNanoseconds) : 0
    var reload = Double(reloadNanoseconds)
    var rows: (change: Double, layout: Double)?
    switch kind {
    case .none: return nil
    case .reload: break
    case .sections: reload /= Double(StrategyEntry.sectionCount)
    case .list: reload = min(reload, Double(rowChangeNanoseconds))
    case .rowChange: rows = (Double(rowChangeNanoseconds), layout)
    }
    guard reload + layout > 0 else { return nil }
    return .init(
      reload: reload + layout, readsAfter: readsAtLayout && kind != .list ? UInt64(reload) : 0,
      rows: rows)
  }
}
