import BenchHarness
import Foundation

/// What a sweep found: a curve for each workload, and the value that is nowhere far from the best
/// possible.
package struct SweepReport: Encodable, Sendable {
  /// The value whose worst cost ratio over all workloads is the least.
  package struct WorstCase: Encodable, Sendable {
    /// The value as it is written in a specification.
    package let value: String
    /// Its worst cost ratio.
    package let ratio: Double
    /// The workload on which it has that.
    package let workload: String
    /// The geometric mean of its cost ratios.
    package let mean: Double
    /// How many workloads there are with a cost ratio.
    package let workloads: Int
  }

  /// The strategy's name.
  package let strategy: String
  /// The parameter's name.
  package let parameter: String
  /// What a column of bare values is called, with their unit.
  package let valueColumn: String
  /// A curve for each workload, in the order of the settings.
  package let curves: [SweepCurve]
  /// Nil where no value has a cost ratio on every workload that has any.
  package let worstCase: WorstCase?
  /// One plain sentence about all workloads together; none for a single workload.
  package let sentences: [String]

  /// What `cells` say about `sweep`.
  package init(_ sweep: Sweep, _ cells: [CellSummary]) {
    strategy = sweep.entry.name
    parameter = sweep.parameter.name
    valueColumn = "value\(sweep.parameter.unitSuffix)"
    let curves = cells.map(\.workload).distinct.map { workload in
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
      Over \(worstCase.workloads) workloads, \(isEqual ? "every value" : worstCase.value.readableKey) has the \
      \(isEqual ? "same" : "best") worst case: at most \
      \(FigureText.threeDigits(worstCase.ratio)) times the best possible, on \
      \(worstCase.workload.readableKey), and \(FigureText.threeDigits(worstCase.mean)) times in the geometric \
      mean.
      """
  }
}

/// Says in words what a sweep found on one workload.
struct SweepFindings {
  let points: [SweepCurve.Point]
  let latency: LatencyFigure
  let knee: SweepCurve.Point?
  /// How many values are beaten by no other in both latency and main's time.
  let choices: Int

  var sentences: [String] { [failures, kneeSentence, best].compactMap { $0 } }

  private var isSure: Bool { Certainty(points.map(\.cell)).isSure }

  private var failures: String? {
    let failed = points.filter { !$0.cell.isCorrect }
    guard !failed.isEmpty else { return nil }
    return "Not to be trusted here: "
      + failed.map { "\($0.value.readableKey) (\($0.cell.failures))" }.joined(separator: ", ") + "."
  }

  private var kneeSentence: String {
    if let knee, let time = knee.figure(latency.metric), let busy = knee.figure("main_busy_share") {
      return """
        The knee \(isSure ? "is" : "seems to be") at \(knee.value.readableKey): \(latency.title) \(figure(time)) ms with main busy \
        \(figure(busy * 100)) %.
        """
    }
    switch choices {
    case 0, 1: return "No knee: no value trades latency for main's time."
    case 2: return "No knee: only two values differ in what they trade."
    default: return "No knee: the curve of latency against main's time does not bend enough."
    }
  }

  private var best: String? {
    let ratios = points.compactMap { $0.figure("cost_ratio") }
    guard let least = ratios.min(), let most = ratios.max() else { return nil }
    let best = points.filter { $0.figure("cost_ratio") == least }.map(\.value.readableKey)
    guard least < most else {
      return "Every value costs \(figure(least)) times the best possible."
    }
    let isOne = best.count == 1
    let come = isSure ? isOne ? "comes" : "come" : isOne ? "seems to come" : "seem to come"
    return """
      \(best.joined(separator: ", ")) \(come) nearest to the best possible, at \(figure(least)) \
      times its cost; the worst costs \(figure(most)) times.
      """
  }

  private func figure(_ value: Double) -> String { FigureText.threeDigits(value) }
}

extension ResultsTables {
  /// `sweep.csv`: a row for each value on each workload, with the medians of its trials.
  package static func sweep(_ report: SweepReport) -> String {
    CSVText.table(
      ["schema", "time", "workload", "strategy", "parameter", report.valueColumn, "trials"]
        + ["failed_trials", "is_knee"] + [Metric].standard.map(\.name),
      report.curves.flatMap { curve in
        curve.points.map { point -> [String] in
          [
            "\(schemaVersion)", point.cell.time.rawValue, curve.workload, point.cell.strategy,
            report.parameter, CSVText.number(point.number), "\(point.cell.trialCount)",
            "\(point.cell.failedCount)", point.value == curve.knee ? "yes" : "no",
          ] + [Metric].standard.map { CSVText.number(point.cell.figures[$0.name]?.median) }
        }
      })
  }
}

extension ResultsFolder {
  /// Writes the table of a sweep, and what it says in words.
  /// - Throws: ``BenchError/cannotWrite(path:cause:)``.
  package func write(_ report: SweepReport) throws {
    try write(ResultsTables.sweep(report), "sweep.csv")
    try writeFindings(report.curves.map { ($0.workload, $0.sentences) } + [("", report.sentences)])
  }
}
