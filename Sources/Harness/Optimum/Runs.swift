/// What it costs to show runs of updates together, each from prefix sums in O(1).
///
/// Waiting times are differences of large sums, so they are kept as whole numbers; only what a hull
/// compares is rounded.
struct Runs {
  struct Run {
    let main: Double
    let latency: Double

    func cost(_ price: Double) -> Double { main + price * latency }
  }

  private let delivery: Optimum.Delivery
  private let deliveredAt: [UInt64]
  /// Of each number of updates, the sum of their arrival times.
  private var sums: [Int128] = [0]

  /// All times count from the first arrival.
  init(_ arrivals: [UInt64], _ delivery: Optimum.Delivery, deliveredAt: [UInt64]) {
    self.delivery = delivery
    self.deliveredAt = deliveredAt
    sums.reserveCapacity(arrivals.count + 1)
    var sum: Int128 = 0
    for time in arrivals {
      sum += Int128(time)
      sums.append(sum)
    }
  }

  var count: Int { deliveredAt.count }

  /// When update `last`, counted from 1, can be delivered.
  func deliveryTime(_ last: Int) -> Double { Double(deliveredAt[last - 1]) }

  /// Updates `first` + 1 to `last`, in the cheaper way.
  func best(from first: Int, to last: Int, price: Double) -> Run {
    let reload = run(first, last, main: delivery.reload)
    guard let rows = delivery.rows else { return reload }
    let changed = run(first, last, main: Double(last - first) * rows.change + rows.layout)
    return changed.cost(price) < reload.cost(price) ? changed : reload
  }

  private func run(_ first: Int, _ last: Int, main: Double) -> Run {
    let count = Int128(last - first)
    let waited = count * Int128(deliveredAt[last - 1]) - (sums[last] - sums[first])
    return Run(main: main, latency: Double(nearest: waited) + Double(last - first) * main)
  }

  /// The part of the cost of beginning after `first` that does not depend on where the run ends.
  func reloadIntercept(_ first: Int, _ least: Double, _ price: Double) -> Double {
    least + price * (Double(nearest: sums[first]) - Double(first) * delivery.reload)
  }

  /// The same where the run is shown row by row.
  func rowsIntercept(
    _ first: Int, _ least: Double, _ price: Double, _ rows: (change: Double, layout: Double)
  ) -> Double {
    let begun = Double(first)
    return least - begun * rows.change
      + price * (Double(nearest: sums[first]) + begun * begun * rows.change - begun * rows.layout)
  }
}
