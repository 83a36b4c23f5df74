import Testing

@testable import BenchHarness
@testable import BenchMath
@testable import BenchReport

struct CellSummaryTests {
  private func summary(_ records: [Trial]) throws -> CellSummary {
    try #require(
      CellSummary.summaries(of: records, strategies: ["naive"], workloads: ["uart"]).first)
  }

  @Test func cellsAreInTheOrderOfTheLists() {
    let records = ["a", "b"].flatMap { strategy in
      ["y", "x"].map { Trial.made(strategy: strategy, workload: $0) }
    }
    let cells = CellSummary.summaries(
      of: records, strategies: ["b", "a", "missing"], workloads: ["x", "y"])
    #expect(cells.map(\.workload) == ["x", "x", "y", "y"])
    #expect(cells.map(\.strategy) == ["b", "a", "b", "a"])
  }

  @Test func figureIsTheMedianOfItsTrials() throws {
    let cell = try summary([
      .made(values: ["deliveries": 3]), .made(outcome: .crashed), .made(values: ["deliveries": 5]),
    ])
    #expect(cell.figures["deliveries"]?.median == 4)
    #expect(cell.figures["deliveries"]?.count == 2)
    #expect(cell.figures["latency_max_ms"] == nil)
  }

  /// Each outcome counts as a failure, as discarded, or as neither; discarded trials enter no figure.
  @Test(arguments: Outcome.allCases)
  func everyOutcomeIsClassified(_ outcome: Outcome) throws {
    let cell = try summary([
      .made(values: ["deliveries": 3]), .made(outcome: outcome, values: ["deliveries": 5]),
    ])
    #expect(cell.isCorrect == [.ok, .void].contains(outcome))
    #expect(cell.failures == (cell.isCorrect ? "" : "1 \(outcome.rawValue)"))
    #expect(cell.voids == (outcome == .void ? "1 discarded" : ""))
    #expect(cell.median(.deliveries) == (outcome == .void ? 3 : 4))
  }

  @Test func latencyCurveEndsWithTheLongestLatency() throws {
    let latencies = (1...100).map { LatencyCount(nanoseconds: $0 * 1_000_000, count: 1) }
    let curve = try summary([.made(latencies: latencies)]).latencyCurve
    #expect(
      curve.map(\.percentile) == (1...90).map { Double($0) } + [100])
    #expect(curve.allSatisfy { $0.updates == 100 })
    for point in curve {
      #expect(abs(point.milliseconds - point.percentile) <= point.percentile / 1_000)
    }
  }

  @Test(
    arguments: [
      (9, nil), (99, 89.0), (100, 90), (999, 98), (1_000, 99), (9_999, 99.8), (10_000, 99.9),
    ]
      as [(UInt64, Double?)])
  func latencyCurveOmitsPointsWithoutTenUpdatesBeyondThem(count: UInt64, last: Double?) throws {
    let latencies = [LatencyCount(nanoseconds: 1_000, count: count)]
    let curve = try summary([.made(latencies: latencies)]).latencyCurve
    #expect(curve.dropLast().last?.percentile == last)
  }

  @Test func latencyCurvePoolsTheUpdatesOfAllTrials() throws {
    let curve = try summary([
      .made(latencies: [LatencyCount(nanoseconds: 1_000_000, count: 500)]),
      .made(latencies: [LatencyCount(nanoseconds: 3_000_000, count: 500)]),
    ]).latencyCurve
    #expect(curve.last?.percentile == 100)
    #expect(curve.last?.updates == 1_000)
    #expect(curve.contains { $0.percentile == 99 })
    #expect(curve.allSatisfy { ($0.milliseconds < 2) == ($0.percentile <= 50) })
  }

  /// A trial's own percentile needs an update beyond it, which 99 % of 40 updates do not leave.
  @Test func latencyBandSpansAllTrials() throws {
    let records = [(1...4, 10), (5...8, 250)].map { numbers, count in
      Trial.made(latencies: numbers.map { LatencyCount(nanoseconds: $0, count: count) })
    }
    let points = try summary(records + [.made()]).latencyCurve
    let bands = [25.0, 26, 97, 99, 100].map { share in
      points.first { $0.percentile == share }?.trials
    }
    #expect(bands == [1e-6...5e-6, 2e-6...6e-6, 4e-6...8e-6, nil, 4e-6...8e-6])
    #expect(try summary([records[0]]).latencyCurve.allSatisfy { $0.trials == nil })
  }

  /// 99.93 % of 20 000 is a little over 19 986 in floating point.
  @Test func latencyBandIsExactDespiteRounding() throws {
    let counts = [LatencyCount(nanoseconds: 1, count: 19_986), .init(nanoseconds: 9, count: 14)]
    let points = try summary([.made(latencies: counts), .made(latencies: counts)]).latencyCurve
    #expect(points.first { $0.percentile == 99.93 }?.trials == 1e-6...1e-6)
  }
}
