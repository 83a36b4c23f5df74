/// What a sweep found on one workload: latency against main's time, and how near to the best
/// possible.
public struct SweepCurve: Encodable, Sendable {
  /// One value.
  public struct Point: Encodable, Sendable {
    /// The value as it is written in a specification.
    public let value: String
    /// The value as a bare number, in ms where it is a duration.
    public let number: Double
    /// What the trials with it say.
    public let cell: CellSummary

    func figure(_ metric: String) -> Double? {
      cell.isCorrect ? cell.figures[metric]?.median : nil
    }
  }

  /// The workload's key.
  public let workload: String
  /// The metric of latency that the curve is drawn with: the 99th percentile, or the longest where
  /// the workload has too few updates for that.
  public let latencyMetric: String
  /// The values in their order.
  public let points: [Point]
  /// The value at the knee; nil where there is none.
  public let knee: String?
  /// The least cost ratio; nil where there is none.
  public let bestRatio: Double?
  /// Two or three plain sentences.
  public let sentences: [String]

  init(workload: String, points: [Point]) {
    let latency = LatencyFigure(for: points.map(\.cell))
    self.workload = workload
    latencyMetric = latency.metric
    self.points = points
    let frontier = Self.frontier(points, latency.metric)
    let position = Kneedle.knee(
      places: frontier.map(\.busy), heights: frontier.map(\.latency))
    let knee = position.map { points[frontier[$0].position] }
    self.knee = knee?.value
    bestRatio = points.compactMap { $0.figure("cost_ratio") }.min()
    sentences =
      SweepFindings(
        points: points, latency: latency, knee: knee, choices: frontier.count
      ).sentences
  }

  /// Whether no value comes nearer to the best possible, and some stay further from it.
  public func isBest(_ point: Point) -> Bool {
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
