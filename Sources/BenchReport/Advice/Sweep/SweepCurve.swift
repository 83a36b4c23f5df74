import BenchHarness

/// What a sweep found on one workload: latency against main's time, and how near to the best
/// possible.
package struct SweepCurve: Encodable, Sendable {
  /// One value.
  package struct Point: Encodable, Sendable {
    /// The value as it is written in a specification.
    package let value: String
    /// The value as a bare number, in ms where it is a duration.
    package let number: Double
    /// What the trials with it say.
    package let cell: CellSummary

    func figure(_ metric: String) -> Double? {
      cell.isCorrect ? cell.figures[metric]?.median : nil
    }
  }

  /// The workload's key.
  package let workload: String
  /// The metric of latency that the curve is drawn with: the 99th percentile, or the longest where
  /// the workload has too few updates for that.
  package let latencyMetric: String
  /// The values in their order.
  package let points: [Point]
  /// The value at the knee; nil where there is none.
  package let knee: String?
  /// The least cost ratio; nil where there is none.
  package let bestRatio: Double?
  /// Two or three plain sentences.
  package let sentences: [String]

  init(workload: String, points: [Point]) {
    let latency = LatencyFigure(for: points.map(\.cell))
    self.workload = workload
    latencyMetric = latency.metric
    self.points = points
    let frontier = Self.frontier(points, latency.metric)
    let position = Kneedle.knee(places: frontier.map(\.busy), heights: frontier.map(\.latency))
    let knee = position.map { points[frontier[$0].position] }
    self.knee = knee?.value
    bestRatio = points.compactMap { $0.figure("cost_ratio") }.min()
    sentences =
      SweepFindings(
        points: points, latency: latency, knee: knee, choices: frontier.count
      ).sentences
  }

  /// Whether no value comes nearer to the best possible, and some stay further from it.
  package func isBest(_ point: Point) -> Bool {
    guard let bestRatio, point.figure("cost_ratio") == bestRatio else { return false }
    return points.contains { ($0.figure("cost_ratio") ?? bestRatio) > bestRatio }
  }

  /// The values of which none is beaten by another in both latency and main's time, by ascending
  /// main's time and falling latency.
  private static func frontier(
    _ points: [Point], _ metric: String
  ) -> [(position: Int, busy: Double, latency: Double)] {
    let all = points.indices.compactMap {
      position -> (position: Int, busy: Double, latency: Double)? in
      guard let busy = points[position].figure("main_busy_share"),
        let latency = points[position].figure(metric)
      else { return nil }
      return (position, busy, latency)
    }
    return all.sorted { ($0.busy, $0.latency, $0.position) < ($1.busy, $1.latency, $1.position) }
      .reduce(into: []) { frontier, point in
        if point.latency < frontier.last?.latency ?? .infinity { frontier.append(point) }
      }
  }
}

/// Finds where a curve bends: the point from which more of the one gains little of the other.
///
/// Satopää, Albrecht, Irwin, Raghavan, "Finding a 'Kneedle' in a Haystack: Detecting Knee Points in
/// System Behavior", ICDCSW 2011, with sensitivity 1 as they advise, and without their smoothing
/// spline, for the curves here are exact or medians. The curve is scaled to the unit square; a knee
/// is a local maximum of its height over the diagonal, from which the height falls by more than the
/// mean distance of two points before it rises to another. Of several, the highest is taken.
enum Kneedle {
  private static let sensitivity = 1.0

  /// The position of the knee of a falling curve whose places ascend; nil where it has none: with
  /// fewer than three points, a straight line, or one that bulges outwards.
  static func knee(places: [Double], heights: [Double]) -> Int? {
    guard places.count == heights.count, places.count >= 3,
      let left = places.first, let right = places.last, left < right,
      let top = heights.first, let bottom = heights.last, bottom < top
    else { return nil }
    let differences = zip(places, heights).map { place, height in
      (top - height) / (top - bottom) - (place - left) / (right - left)
    }
    let fall = sensitivity / Double(places.count - 1)
    let maxima = differences.indices.dropFirst().dropLast().filter {
      differences[$0 - 1] < differences[$0] && differences[$0] >= differences[$0 + 1]
    }
    let knees = zip(maxima, maxima.dropFirst() + [places.count]).filter { maximum, next in
      differences[maximum..<next].contains { $0 < differences[maximum] - fall }
    }
    return knees.map(\.0).max { differences[$0] < differences[$1] }
  }
}

/// Which figure of latency to judge cells by: a percentile, or the longest latency where the cells
/// have too few updates for it. No percentile exceeds the longest, so a goal that it meets is met.
struct LatencyFigure {
  /// The metric's name.
  let metric: String
  /// The figure's name for people, as in "latency p99".
  let title: String

  /// - Parameters:
  ///   - wanted: the name of a metric of latency.
  ///   - cells: what has to have it.
  init(_ wanted: String = "latency_p99_ms", for cells: [CellSummary]) {
    let isThere = cells.allSatisfy { !$0.isCorrect || $0.figures[wanted] != nil }
    let name = isThere ? wanted : "latency_max_ms"
    metric = name
    title = [Metric].named(name)?.title ?? name
  }

  /// The same without the word, as in "p99".
  var shortTitle: String { String(title.drop { $0 != " " }.dropFirst()) }

  /// What people weigh against each other, with names for them.
  var tradeOff: [(metric: String, title: String)] {
    [
      ("latency_mean_ms", "mean latency"), (metric, shortTitle), ("main_busy_share", "main busy"),
    ]
  }
}
