/// The lowest possible cost of one view's reloads, where many updates may arrive at one instant.
///
/// Uses the recurrence of ``BenchHarness/Optimum`` over instants instead of updates: least(j) = min over i < j of
/// least(i) + the cost of showing i+1…j together. Each i is a line; slopes fall and queries ascend, so the minimum is
/// found in O(n). Tests compare it with `Optimum`, which shares no code with it.
enum WeightedOptimum {
  private struct Line {
    let slope: Double
    let intercept: Double

    func value(at place: Double) -> Double { slope * place + intercept }

    /// The place where the steeper line `other` becomes the lower one.
    func crossing(_ other: Line) -> Double {
      (other.intercept - intercept) / (slope - other.slope)
    }
  }

  static func cost(_ arrivals: [Arrival], reload: Double, price: Double) -> Double {
    guard let origin = arrivals.first?.time else { return 0 }
    var hull: [Line] = []
    var lowest = 0
    var least = 0.0
    var weight = 0.0
    var moments = 0.0
    for arrival in arrivals {
      let line = Line(slope: -price * weight, intercept: least + price * moments)
      while hull.count >= 2,
        hull[hull.count - 1].crossing(line) <= hull[hull.count - 2].crossing(hull[hull.count - 1])
      {
        hull.removeLast()
      }
      hull.append(line)
      let time = Double(arrival.time - origin)
      weight += Double(arrival.count)
      moments += Double(arrival.count) * time
      let end = time + reload
      lowest = min(lowest, hull.count - 1)
      while lowest + 1 < hull.count, hull[lowest + 1].value(at: end) <= hull[lowest].value(at: end)
      {
        lowest += 1
      }
      least = reload + price * (weight * end - moments) + hull[lowest].value(at: end)
    }
    return least
  }
}
