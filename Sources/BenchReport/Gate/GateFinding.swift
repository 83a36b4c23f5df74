import BenchHarness
import Foundation

/// A conclusion of one check about a figure of a strategy on a workload, or about that combination as a whole. Changes
/// are relative to base: 0.05 means 5 % more, whether that is better or worse. They are nil if unknown.
package struct GateFinding: Codable, Sendable {
  package enum Check: String, Codable, Sendable, CaseIterable {
    case exact, allocations, paired, instructions
    /// A regression that the stored baseline has and base's has not.
    case baseline
  }

  package var check: Check
  package let cell: Cell
  /// The metric's name; nil for the whole combination.
  package let metric: String?
  package var verdict: Verdict
  /// What was found, in words; empty if there is nothing to report.
  package var text: String
  var isCompared = true
  /// The figures, if they were compared exactly; nil in the paired check.
  package let base, candidate: Double?
  let factor: Double?
  /// The change, and the ends of its 95 % interval.
  package private(set) var estimate, low, high: Double?
  /// The noise floor: the change that a build shows against itself.
  package private(set) var floor: Double?
  package private(set) var tolerance: Double?
  /// The p-value of the confirmation, or of the test of all cells together, corrected for multiple tests.
  private(set) var adjustedP: Double?
  package private(set) var blocks = 0
  /// The robust coefficient of variation of trials of the same side.
  private(set) var variation: Double?
  /// The smallest change for the worse that the paired check would have found 19 times in 20.
  package private(set) var detectable: Double?

  init(
    _ check: Check, _ cell: Cell, _ metric: String? = nil, _ verdict: Verdict = .pass,
    base: Double? = nil, candidate: Double? = nil, factor: Double? = nil, isCompared: Bool = true,
    text: String = ""
  ) {
    (self.check, self.cell, self.metric, self.verdict) = (check, cell, metric, verdict)
    (self.base, self.candidate, self.factor) = (base, candidate, factor)
    (self.isCompared, self.text) = (isCompared, text)
  }

  /// A finding about what could not be compared.
  init(_ check: Check, _ cell: Cell, _ fault: Fault, _ metric: String? = nil) {
    self.init(check, cell, metric, fault.verdict, isCompared: false, text: fault.text)
  }

  /// A finding of the paired check about a figure. `floor` is a logarithm.
  init(
    _ cell: Cell, _ metric: String, _ found: (verdict: Verdict, reason: String), _ change: Change,
    floor: Double?, tolerance: Double, adjustedP: Double?, variation: Double? = nil,
    detectable: Double?
  ) {
    self.init(
      .paired, cell, metric, found.verdict, factor: change.ratio, isCompared: change.pairs > 0,
      text: found.reason)
    estimate = change.estimate.map { expm1($0.estimate) }
    low = change.estimate?.low.map { expm1($0) }
    high = change.estimate?.high.map { expm1($0) }
    self.floor = floor.map { expm1($0) }
    (self.tolerance, self.adjustedP, self.variation) = (tolerance, adjustedP, variation)
    (self.detectable, blocks) = (detectable, change.pairs)
    // If no change was flagged and tested, there is nothing to report.
    if isCompared, verdict == .pass, adjustedP == nil { text = "" }
    guard isCompared, !text.isEmpty, let estimate else { return }
    let percent = FigureText.percent
    var figures = "\(metric): \(estimate > 0 ? "+" : "")\(percent(estimate))"
    if let low, let high { figures += " [\(percent(low)) to \(percent(high))]" }
    figures += ", allowed \(percent(tolerance))"
    if let floor = self.floor { figures += ", noise \(percent(floor))" }
    text = "\(figures); \(text)"
  }

  /// The figure; nil for a finding about a whole combination.
  var judged: Judged? { metric.map { Judged(cell: cell, metric: $0) } }

  /// Accepts a change if the entry is valid and large enough; the text mentions the entry either way.
  mutating func accept(_ entry: Accepted) {
    guard let loss = factor.map(loss) else { return }
    let refusal = !entry.isValid ? ", now expired" : loss > entry.upTo ? ", less than this" : nil
    text += "; accepted up to \(FigureText.percent(entry.upTo)) until \(entry.until)"
    text += refusal ?? ": \(entry.reason)"
    if refusal == nil { verdict = .accepted }
  }

  /// How much worse than base the figure may be, by the end of its interval; nil if unknown.
  var largestLoss: Double? {
    ([factor] + [low, high].map { $0.map { 1 + $0 } }).compactMap { $0.map(loss) }.max()
  }

  /// 0.05 for a factor that means 5 % worse.
  private func loss(_ factor: Double) -> Double {
    metric.flatMap([Metric].named)?.direction == .higher ? 1 / factor - 1 : factor - 1
  }
}
