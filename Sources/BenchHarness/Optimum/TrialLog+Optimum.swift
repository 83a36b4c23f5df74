import BenchMath

extension TrialLog {
  /// The best possible schedule for the arrivals of this trial. Nil if no optimum is known:
  /// deliveries cost nothing, several share a frame of the screen, or a view whose cost grows with
  /// its contents may shrink.
  ///
  /// Row changes are compared with a schedule that may change rows one by one or reload, whichever
  /// is cheaper; sections and list updates with deliveries of a single section or row. That is less
  /// than any schedule pays, so their ratio is an upper bound. The schedule knows when the main
  /// thread is blocked and when the user scrolls. Each view has one of its own, and their sum is a
  /// lower bound.
  var optimum: Optimum.Schedule? {
    let content = isAlwaysOnScreen ? costs.contentNanoseconds : 0
    let arrivals = updates.arrivals(
      at: intended, views: viewCount, growingBy: content, kind: deliveryKind
    ) { actual[$0] != TrialLog.never }
    guard let delivery, let arrivals else { return nil }
    let optimum = Optimum(delivery: delivery, price: costs.latencyPrice, blocked: blocked)
    return arrivals.reduce(Optimum.Schedule()) { $0 + optimum.schedule($1) }
  }

  /// The cost of a delivery into an empty view; nil if it has none.
  var delivery: Optimum.Delivery? {
    frames == nil
      ? costs.delivery(deliveryKind, isAlwaysOnScreen: isAlwaysOnScreen, readsAtLayout) : nil
  }
}

extension PlannedUpdates {
  /// The submitted updates of each view, by time. Nil if it is not known how much deliveries grow
  /// by `content` nanoseconds per row: that takes rows that are never removed, and deliveries that
  /// show everything so far, as reloads do, and the last of several row changes of one producer.
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
  /// The cost of a delivery, and when it reads what it shows; nil if it costs nothing. Nothing is
  /// laid out off screen. A delivery of changes has its data when it begins.
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
