import BenchHarness
import BenchMath

/// What the trials of one strategy on one workload say together.
package struct CellSummary: Codable, Sendable {
  package struct LatencyPoint: Codable, Sendable {
    /// From 0 to 100.
    package var percentile: Double
    /// The latency that so many percent of the updates do not exceed.
    package var milliseconds: Double
    /// The least and the greatest that a trial alone has there; nil where fewer than two trials have
    /// an update beyond.
    package var trials: ClosedRange<Double>?
    /// How many updates the curve rests on.
    package var updates: UInt64
  }

  package let strategy: String, workload: String
  package let time: TimeMode
  package let outcomes: [String: Int]
  /// The median of each metric over the trials that have it, by the metric's name.
  package let figures: [String: MedianInterval]
  /// The percentile curve over the updates of all trials.
  package let latencyCurve: [LatencyPoint]

  package var cell: Cell { Cell(strategy, workload) }

  /// The median of that metric over the trials; nil where none has it.
  package func median(_ metric: String) -> Double? { figures[metric]?.median }

  /// A summary for each cell that has records, workload by workload.
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

  /// Of one exact trial, with the figures that it has and without a curve.
  init(exact record: Trial) {
    (strategy, workload, time) = (record.strategy, record.workload, record.time)
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
    let records = records.filter { $0.outcome != .void }
    figures = [Metric].standard.reduce(into: [:]) { figures, metric in
      figures[metric.name] = MedianInterval(records.compactMap { $0.values[metric.name] })
    }
    latencyCurve = Self.curve(records)
  }

  /// Every per cent, then every tenth and hundredth of one: the longer the tail, the closer.
  private static let shares =
    (1...99).map { Double($0) } + (991...999).map { Double($0) / 10 }
    + (9_991...9_999).map { Double($0) / 100 }

  private static func curve(_ records: [Trial]) -> [LatencyPoint] {
    let latencies = records.flatMap(\.latencies)
    guard !latencies.isEmpty else { return [] }
    let histogram = Histogram(latencies.map { ($0.nanoseconds, $0.count) })
    let total = histogram.total
    let known = shares.filter { Double(total) * (100 - $0) / 100 >= 10 - 1e-6 }
    return (known + [100]).map { share in
      let nanoseconds = share == 100 ? histogram.greatest : histogram.percentile(share)
      return LatencyPoint(
        percentile: share, milliseconds: Double(nanoseconds) / 1e6, trials: range(records, share),
        updates: total)
    }
  }

  private static func range(_ records: [Trial], _ share: Double) -> ClosedRange<Double>? {
    let own = records.compactMap { LatencyCount.percentile(share, of: $0.latencies) }
    guard own.count > 1, let least = own.min(), let greatest = own.max() else { return nil }
    return Double(least) / 1e6...Double(greatest) / 1e6
  }
}

extension CellSummary {
  package var title: String { strategy.readableKey }

  /// Whether no trial ended in a way that the strategy is to blame for.
  package var isCorrect: Bool { failedOutcomes.isEmpty }

  private var failedOutcomes: [(key: String, value: Int)] {
    outcomes.filter { Outcome(rawValue: $0.key)?.isFailure ?? true }.sorted { $0.key < $1.key }
  }

  /// How many trials there were, void ones left out, and how many of them failed.
  package var trialCount: Int {
    outcomes.filter { $0.key != Outcome.void.rawValue }.reduce(0) { $0 + $1.value }
  }
  package var failedCount: Int { failedOutcomes.reduce(0) { $0 + $1.value } }

  /// How many trials were discarded, as in "3 discarded"; empty for none.
  package var voids: String { outcomes[Outcome.void.rawValue].map { "\($0) discarded" } ?? "" }

  /// How many trials did not end as they should, by outcome, as in "2 crashed".
  package var failures: String {
    failedOutcomes.map { "\($0.value) \($0.key)" }.joined(separator: ", ")
  }
}
