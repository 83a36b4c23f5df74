import BenchHarness
import BenchMath
import Foundation

/// The results of a strategy over the workloads of a run, relative to the best possible deliveries of its group.
package struct Standing: Sendable {
  package let name: String
  /// The geometric mean of the cost ratios over the workloads.
  package let ratio: MedianInterval
  /// For each trial, the mean over the workloads: geometric for ratios and latencies, arithmetic for busy shares.
  let ratios: [Double], latencies: [Double], shares: [Double]
  package let worst: (ratio: Double, workload: String)
  /// The geometric mean of the workloads' mean latencies, in ms; nil if a workload has none.
  package let latency: Double?
  /// The arithmetic mean of the workloads' busy shares; nil if a workload has none.
  package let busy: Double?
  /// The cost in ms on each workload that has a cost ratio.
  let costs: [String: Double]

  /// Nil if the strategy failed on any workload, or lacks a cost ratio on one of `places`.
  init?(_ cells: [CellSummary], on places: Set<String>) {
    guard cells.allSatisfy(\.isCorrect) else { return nil }
    let cells = cells.filter { places.contains($0.workload) }
    func figures(_ metric: Metric) -> [MedianInterval]? {
      let figures = cells.compactMap { $0.figures[metric.name] }
      return figures.count == places.count ? figures : nil
    }
    func ratio(_ cell: CellSummary) -> Double { cell.median(.costRatio) ?? 0 }
    guard
      let geometric = figures(.costRatio).flatMap(MedianInterval.init(geometricMeanOf:)),
      let worst = cells.max(by: { ratio($0) < ratio($1) })
    else { return nil }
    (name, self.ratio) = (worst.title, geometric)
    func means(_ metric: Metric) -> [Double] {
      let values = cells.map { $0.trials(metric) }
      return (0..<(values.map(\.count).min() ?? 0)).map { trial in
        let trials: [Double] = values.map { $0[trial] }
        let isShare = metric == .mainBusyShare
        let sum: Double = trials.reduce(0) { $0 + (isShare ? $1 : log($1)) }
        let mean = sum / Double(trials.count)
        return isShare ? mean : exp(mean)
      }
    }
    (ratios, latencies) = (means(.costRatio), means(.latencyMean))
    shares = means(.mainBusyShare)
    costs = cells.reduce(into: [:]) { $0[$1.workload] = $1.median(.cost) }
    self.worst = (ratio(worst), worst.workload)
    latency = figures(.latencyMean).flatMap(MedianInterval.init(geometricMeanOf:))?.median
    busy = figures(.mainBusyShare).map { $0.reduce(0) { $0 + $1.median } / Double($0.count) }
  }
}
