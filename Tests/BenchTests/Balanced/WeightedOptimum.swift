/// What the best schedule of one view's reloads pays, where many updates arrive at one instant.
///
/// The recurrence of ``BenchHarness/Optimum``, least(j) = min over i < j of least(i) + the cost of showing
/// i+1…j together, over instants instead of updates; each i is a line, and the lines are added with
/// falling slopes and asked at ascending places, so the least is found in O(n). Tests hold it against
/// `Optimum`, which shares no code with it.
enum WeightedOptimum {
  private struct Line {
    let slope: Double
    let intercept: Double

    func value(at place: Double) -> Double { slope * place + intercept }

    /// Where `other`, which falls more steeply, becomes the lower one.
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
