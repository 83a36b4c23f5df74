import Testing

@testable import Harness
@testable import Strategies

/// What the self-tuning strategies pay, held against the optimum on the worst arrivals that a search
/// finds: 100 000 sets for each of them.
@Suite struct BalancedBoundTests {
  static let prices = [0.001, 0.01, 0.02, 0.2]
  private let reload: UInt64 = 2_240_000

  private func search(
    price: Double, _ delivery: Optimum.Delivery, allowance: Double = 0,
    evaluations: Int = 25_000, _ pay: ([UInt64]) -> Double
  ) -> (badness: Double, arrivals: [UInt64]) {
    let patience = UInt64(Double(reload) / price)
    var search = ArrivalSearch(gaps: [reload, patience, patience / 10], seed: 7)
    let optimum = Optimum(delivery: delivery, price: price)
    search.run(evaluations) { arrivals in
      (pay(arrivals) - allowance) / optimum.schedule(arrivals: arrivals).cost(price: price)
    }
    return search.worst
  }

  private func cost() -> DeliveryCost {
    DeliveryCost(known: .nanoseconds(Int64(reload)))
  }

  @Test(arguments: prices)
  func balancedNeverPaysMoreThanTwice(price: Double) {
    let worst = search(price: price, .init(reload: Double(reload))) { arrivals in
      var replay = RuleReplay(BalancedRule(price: price, cost: cost()), price: price) { _, _ in
        reload
      }
      replay.play(arrivals)
      return replay.cost
    }
    #expect(worst.badness <= 2 + 1e-6, "\(worst.arrivals)")
    // A search that finds nothing bad would prove nothing.
    #expect(worst.badness >= (2 + price) / (1 + price) - 0.01)
  }

  @Test(arguments: prices)
  func eagerNeverPaysMoreThanTwiceAndOneDelivery(price: Double) {
    let worst = search(
      price: price, .init(reload: Double(reload)), allowance: Double(reload)
    ) { arrivals in
      var replay = RuleReplay(EagerRule(price: price, cost: cost()), price: price) { _, _ in
        reload
      }
      replay.play(arrivals)
      return replay.cost
    }
    #expect(worst.badness <= 2 + 1e-6, "\(worst.arrivals)")
    #expect(worst.badness >= 1.4)
  }

  /// What a reload, a change and a layout commit take: a phone's list, and lists on which reloads pay
  /// off after many changes or few, with cheap and with dear layout commits. Where a layout commit
  /// takes nothing, the optimum, whose deliveries may overlap, shows each change alone at the same
  /// time, and is out of reach.
  static let rowCosts: [RowCosts] = [
    (2_240, 150, 240), (2_240, 20, 240), (2_240, 700, 240),
    (2_240, 1_200, 100), (2_240, 200, 1_500),
  ].map { reload, change, layout in
    RowCosts(
      reload: .microseconds(reload), change: .microseconds(change),
      layout: .microseconds(layout))
  }

  /// No proof, but a figure: ``BalancedRows`` and the README name it.
  @Test(arguments: prices, rowCosts)
  func rowsStayWithinTheSearchedBound(price: Double, costs: RowCosts) {
    let change = costs.change.wholeNanoseconds
    let layout = costs.layout.wholeNanoseconds
    let delivery = Optimum.Delivery(
      reload: Double(reload), rows: (change: Double(change), layout: Double(layout)))
    let worst = search(price: price, delivery, evaluations: 5_000) { arrivals in
      var replay = RuleReplay(RowsRule(price: price, costs: costs), price: price) { count, form in
        form == .reload ? reload : UInt64(count) * change + layout
      }
      replay.play(arrivals)
      return replay.cost
    }
    #expect(worst.badness <= Self.searchedRowsBound, "\(worst.badness) on \(worst.arrivals)")
    #expect(worst.badness >= 1.5)
  }

  static let searchedRowsBound = 3.0
}
