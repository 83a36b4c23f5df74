import BenchHarness

/// What the cells of one workload say side by side: the figures, the best of each column, and how
/// each strategy compares with the reference.
package struct WorkloadReport: Encodable, Sendable {
  /// The strategy that the others are compared with, where it took part.
  package static let reference = "naive"

  package let workload: String
  package let cells: [CellSummary]
  /// Two or three plain sentences.
  package let sentences: [String]
  private enum CodingKeys: CodingKey { case workload, cells, sentences }
  private let best: [String: Double]
  private let rivals: Set<String>

  /// A report for each workload of `cells`, in the order in which they appear; `silent` names the
  /// strategies of which nothing is expected to be shown. On a machine that `isBusy`, its sentences
  /// claim less.
  package static func reports(
    of cells: [CellSummary], silent: Set<String>, families: [ParameterFamily] = [],
    isBusy: Bool = false
  ) -> [WorkloadReport] {
    cells.map(\.workload).distinct.map { workload in
      WorkloadReport(workload, cells.filter { $0.workload == workload }, silent, families, isBusy)
    }
  }

  private init(
    _ workload: String, _ cells: [CellSummary], _ silent: Set<String>,
    _ families: [ParameterFamily], _ isBusy: Bool
  ) {
    self.workload = workload
    self.cells = cells
    let speaking = cells.filter { !silent.contains($0.strategy) }
    let rivals = speaking.filter(\.isCorrect)
    self.rivals = Set(rivals.map(\.strategy))
    best = [Metric].standard.reduce(into: [:]) { best, metric in
      let medians = rivals.compactMap { $0.median(metric.name) }
      guard medians.count > 1, Set(medians).count > 1 else { return }
      switch metric.direction {
      case .lower: best[metric.name] = medians.min()
      case .higher: best[metric.name] = medians.max()
      case .neither: break
      }
    }
    sentences =
      Findings(cells: speaking, rivals: rivals, isBusy: isBusy).sentences
      + families.flatMap { $0.sentences(on: speaking) }
  }

  /// Whether no correct strategy has a better median of that metric, and some have a worse one.
  package func isBest(_ cell: CellSummary, metric: String) -> Bool {
    guard rivals.contains(cell.strategy), let best = best[metric] else { return false }
    return cell.median(metric) == best
  }

  /// The cell's median ÷ the reference's; nil where either is missing or zero.
  package func ratioToReference(_ cell: CellSummary, metric: String) -> Double? {
    guard let own = cell.median(metric),
      let other = cells.first(where: { $0.strategy == Self.reference })?.median(metric), other > 0
    else { return nil }
    return own / other
  }
}
