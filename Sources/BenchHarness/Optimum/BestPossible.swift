import BenchMath

/// The least possible cost of a plan with one kind of delivery, for a scheduler that knows all arrivals in advance. If
/// deliveries are row changes, the best schedule may also reload where that is cheaper. It allows for scrolling but not
/// for other main-thread work, which can only raise costs. For several views, the sum is a lower bound.
package struct BestPossible: Sendable {
  let arrivals: [Optimum.Arrivals]
  let delivery: Optimum.Delivery
  let scrolling: [Range<UInt64>]
  private let price: Double

  var count: Int { arrivals.reduce(0) { $0 + $1.times.count } }

  /// Nil if nothing is delivered; if deliveries are free, reload sections, replace lists or are painted in a screen's
  /// frames; if update times depend on the strategy; or if delivery costs grow with a view's contents by an unknown
  /// amount. Lists pay nothing for changes that cancel out, so their best schedule is not found by arrivals alone.
  package init?(_ plan: TrialPlan, _ kind: DeliveryKind) {
    guard plan.pacing == .scheduled, !plan.producers.contains(.delivery),
      let delivery = plan.delivery(kind), let arrivals = plan.arrivals(kind)
    else { return nil }
    self.delivery = delivery
    self.arrivals = arrivals
    scrolling = plan.surroundings.scrolling.merged
    price = plan.costs.latencyPrice
  }

  /// The cost of the best schedule at the plan's latency price, in main-thread nanoseconds. Takes O(n log n) time.
  package var leastCost: Double {
    let optimum = Optimum(delivery: delivery, price: price, blocked: scrolling)
    return arrivals.reduce(0) { $0 + optimum.schedule($1).cost(price: price) }
  }
}

extension TrialPlan {
  /// Each view's updates in time order. Nil if deliveries cost more as the view grows, and its growth is unknown. It is
  /// known if no row is ever deleted and if deliveries are reloads or each view has one producer.
  func arrivals(_ kind: DeliveryKind) -> [Optimum.Arrivals]? {
    let content = surroundings.offScreen.isEmpty ? Double(costs.contentNanoseconds) : 0
    let changesRows = kind.group == .rowChanges
    var views = [Optimum.Arrivals](repeating: Optimum.Arrivals(times: []), count: viewCount)
    if viewCount == 1 {
      views[0].times = updates.intendedNanoseconds
    } else {
      for index in 0..<updates.count {
        views[Int(updates.view[index])].times.append(updates.intendedNanoseconds[index])
      }
    }
    guard content > 0 || changesRows else { return views }
    let deleted = Set(
      (0..<updates.count).filter { updates.kind[$0] == .delete }.map { updates.row[$0] })
    if content > 0 {
      let producers = Set(zip(updates.view, updates.producer).map { Int($0) << 8 + Int($1) })
      let isOfOneEach = producers.count == Set(updates.view).count
      guard deleted.isEmpty, kind == .reload || isOfOneEach else { return nil }
    }
    var rows = [RowNumbers](repeating: RowNumbers(capacity: updates.rowCount), count: viewCount)
    if changesRows { for view in views.indices { views[view].rowCosts = [0] } }
    for index in 0..<updates.count {
      let (view, row) = (Int(updates.view[index]), Int(updates.row[index]))
      let before = rows[view].count
      // Rows that are deleted at any time do not count, because a delivery may omit them.
      if !deleted.contains(updates.row[index]) { rows[view][row] = 0 }
      if changesRows {
        let cost = rows[view].count > before ? Double(changeNanoseconds(ofRow: row)) : 0
        views[view].rowCosts.append((views[view].rowCosts.last ?? 0) + cost)
      }
      if content > 0 { views[view].growth.append(content * Double(rows[view].count)) }
    }
    return views
  }

  /// The cost of a delivery to an empty view; nil if nothing is delivered, or if deliveries are free, reload sections,
  /// replace lists or are painted in a screen's frames. If the view is ever off screen, layout counts as 0.
  func delivery(_ kind: DeliveryKind) -> Optimum.Delivery? {
    guard costs.screen == nil, ![.none, .sections, .list].contains(kind) else { return nil }
    let layout = surroundings.offScreen.isEmpty ? Double(costs.layoutNanoseconds) : 0
    let reload = Double(costs.reloadNanoseconds)
    guard reload + layout > 0 else { return nil }
    let cheapest =
      kind == .reload ? nil : updates.row.lazy.map { changeNanoseconds(ofRow: Int($0)) }.min()
    return .init(
      reload: reload + layout, readsAfter: costs.reloadNanoseconds,
      rowChange: cheapest.map { Double($0) }, areRowsDrained: kind == .rowChange)
  }

  /// The least cost of changing a row. If the order matters, any row may have left the screen; a view that is ever off
  /// screen may not lay it out.
  private func changeNanoseconds(ofRow row: Int) -> UInt64 {
    ordersRows || !surroundings.offScreen.isEmpty
      ? costs.rowChangeNanoseconds : costs.changeNanoseconds(ofRow: row)
  }
}
