import Foundation

/// What a sweep found: a curve for each workload, and the value that is nowhere far from the best
/// possible.
public struct SweepReport: Encodable, Sendable {
  /// The value whose worst cost ratio over all workloads is the least.
  public struct WorstCase: Encodable, Sendable {
    /// The value as it is written in a specification.
    public let value: String
    /// Its worst cost ratio.
    public let ratio: Double
    /// The workload on which it has that.
    public let workload: String
    /// The geometric mean of its cost ratios.
    public let mean: Double
    /// How many workloads there are with a cost ratio.
    public let workloads: Int
  }

  /// The strategy's name.
  public let strategy: String
  /// The parameter's name.
  public let parameter: String
  /// What a column of bare values is called, with their unit.
  public let valueColumn: String
  /// A curve for each workload, in the order of the settings.
  public let curves: [SweepCurve]
  /// Nil where no value has a cost ratio on every workload that has any.
  public let worstCase: WorstCase?
  /// One plain sentence about all workloads together; none for a single workload.
  public let sentences: [String]

  /// What `cells` say about `sweep`.
  public init(_ sweep: Sweep, _ cells: [CellSummary]) {
    strategy = sweep.entry.name
    parameter = sweep.parameter.name
    valueColumn = "value\(sweep.parameter.unitSuffix)"
    var workloads: [String] = []
    for cell in cells where !workloads.contains(cell.workload) { workloads.append(cell.workload) }
    let curves = workloads.map { workload in
      SweepCurve(
        workload: workload,
        points: sweep.steps.compactMap { step in
          cells.first { $0.workload == workload && $0.strategy == step.selection.key }
            .map { .init(value: step.text, number: step.number, cell: $0) }
        })
    }
    self.curves = curves
    let cases = Self.worstCases(sweep.steps.map(\.text), curves)
    worstCase = cases.min { ($0.ratio, $0.mean) < ($1.ratio, $1.mean) }
    sentences = curves.count > 1 ? [Self.sentence(worstCase, of: cases)] : []
  }

  private static func worstCases(_ values: [String], _ curves: [SweepCurve]) -> [WorstCase] {
    let curves = curves.filter { $0.bestRatio != nil }
    return values.compactMap { value -> WorstCase? in
      let ratios = curves.compactMap { curve in
        curve.points.first { $0.value == value }?.figure("cost_ratio")
          .map { (ratio: $0, workload: curve.workload) }
      }
      guard ratios.count == curves.count, let worst = ratios.max(by: { $0.ratio < $1.ratio }) else {
        return nil
      }
      let mean = exp(ratios.reduce(0) { $0 + log($1.ratio) } / Double(ratios.count))
      return WorstCase(
        value: value, ratio: worst.ratio, workload: worst.workload, mean: mean,
        workloads: curves.count)
    }
  }

  private static func sentence(_ worstCase: WorstCase?, of cases: [WorstCase]) -> String {
    guard let worstCase else { return "No value has a cost ratio on every workload." }
    let isEqual = cases.count > 1 && cases.allSatisfy { $0.ratio == worstCase.ratio }
    return """
      Over \(worstCase.workloads) workloads, \(isEqual ? "every value" : worstCase.value) has the \
      \(isEqual ? "same" : "best") worst case: at most \
      \(FigureText.threeDigits(worstCase.ratio)) times the best possible, on \
      \(worstCase.workload), and \(FigureText.threeDigits(worstCase.mean)) times in the geometric \
      mean.
      """
  }
}
