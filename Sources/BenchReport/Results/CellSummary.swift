import BenchHarness
import BenchMath

package struct CellSummary: Codable, Sendable {
  package struct LatencyPoint: Codable, Sendable {
    package var percentile: Double
    /// The latency that this percentage of the updates do not exceed.
    package var milliseconds: Double
    /// The range of this percentile over single trials; nil unless at least two of these have an update beyond it.
    package var trials: ClosedRange<Double>?
    package var updates: UInt64
  }

  package let strategy: String, workload: String
  package let time: TimeMode
  package let outcomes: [String: Int]
  /// Medians over trials, by the metric's name.
  package let figures: [String: MedianInterval]
  /// Each metric's values in the trials that have it, in the order of the trials; not in JSON.
  private var values: [String: [Double]] = [:]
  /// The latency percentiles of all trials' updates together.
  package let latencyCurve: [LatencyPoint]

  private enum CodingKeys: CodingKey {
    case strategy, workload, time, outcomes, figures, latencyCurve
  }

  package var cell: Cell { Cell(strategy, workload) }

  package func median(_ metric: Metric) -> Double? { figures[metric.name]?.median }

  func trials(_ metric: Metric) -> [Double] { values[metric.name] ?? [] }

  /// Summaries in the order of `workloads`, then of `strategies`; cells without records are left out.
  package static func summaries(
    of records: [Trial], strategies: [String], workloads: [String]
  ) -> [CellSummary] {
    let cells = Dictionary(grouping: records, by: \.cell)
    return workloads.flatMap { workload in
      strategies.compactMap { strategy in
        cells[Cell(strategy, workload)].flatMap(CellSummary.init)
      }
    }
  }

  package static func summaries(of records: [Trial], _ settings: RunSettings) -> [CellSummary] {
    summaries(
      of: records, strategies: settings.strategies.map(\.key),
      workloads: settings.workloads.map(\.key))
  }

  package init(exact record: Trial) {
    strategy = record.strategy
    workload = record.workload
    time = record.time
    outcomes = [record.outcome.rawValue: 1]
    figures = record.values.compactMapValues { MedianInterval([$0]) }
    latencyCurve = []
  }

  private init?(_ records: [Trial]) {
    guard let first = records.first else { return nil }
    strategy = first.strategy
    workload = first.workload
    time = first.time
    outcomes = records.reduce(into: [:]) { $0[$1.outcome.rawValue, default: 0] += 1 }
    let records = records.filter { $0.outcome != .void }.sorted { $0.number < $1.number }
    values = [Metric].standard.reduce(into: [:]) { values, metric in
      values[metric.name] = records.compactMap { $0.values[metric.name] }
    }
    figures = values.compactMapValues { MedianInterval($0) }
    latencyCurve = Self.curve(records)
  }

  /// Percentiles in steps of 1, 0.1 and 0.01 %, finer toward the tail.
  private static let shares: [Double] = {
    let whole: [Double] = (1...99).map { Double($0) }
    let tenths: [Double] = (991...999).map { Double($0) / 10 }
    let hundredths: [Double] = (9_991...9_999).map { Double($0) / 100 }
    return whole + tenths + hundredths
  }()

  private static func curve(_ records: [Trial]) -> [LatencyPoint] {
    let pooled = Histogram(records.flatMap(\.latencies))
    let trials = records.map { Histogram($0.latencies) }
    return (shares + [100]).compactMap { share in
      guard let all = pooled.percentile(share, before: 10) else { return nil }
      let own = trials.compactMap { $0.percentile(share, before: 1) }
        .map { Double($0) / 1e6 }.sorted()
      return LatencyPoint(
        percentile: share, milliseconds: Double(all) / 1e6,
        trials: own.count > 1 ? own[0]...own[own.count - 1] : nil, updates: pooled.total)
    }
  }

  package var title: String { strategy.readableKey }
  package var isCorrect: Bool { failedOutcomes.isEmpty }

  private var failedOutcomes: [(key: String, value: Int)] {
    outcomes.filter { Outcome(rawValue: $0.key)?.isFailure ?? true }.sorted { $0.key < $1.key }
  }

  /// The number of discarded trials, such as "3 discarded"; empty if there are none.
  package var voids: String { outcomes[Outcome.void.rawValue].map { "\($0) discarded" } ?? "" }

  package var failures: String {
    failedOutcomes.map { "\($0.value) \($0.key)" }.joined(separator: ", ")
  }
}

extension Histogram {
  fileprivate init(_ counts: [LatencyCount]) {
    self.init(counts.map { ($0.nanoseconds, $0.count) })
  }

  /// Nil if fewer than `least` numbers follow, or if there are none.
  fileprivate func percentile(_ share: Double, before least: Double) -> UInt64? {
    guard share < 100 else { return total > 0 ? greatest : nil }
    return Double(total) * (100 - share) / 100 >= least - 1e-6 ? percentile(share) : nil
  }
}

extension String {
  /// The name in the key of a strategy or workload.
  package var withoutParameters: String { String(prefix { $0 != ":" }) }
}
