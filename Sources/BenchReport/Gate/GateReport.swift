import BenchHarness
import Foundation

/// What one check of the gate says of one figure of a strategy on a workload, or of that combination itself.
///
/// Changes are relative, candidate to base: 0.05 is 5 % more, whatever direction is better. What is not known
/// is nil.
package struct GateFinding: Encodable, Sendable {
  package enum Check: String, Encodable, Sendable, CaseIterable {
    case exact, allocations, paired, instructions
  }

  package let check: Check
  package let cell: Cell
  /// The metric's name; nil where it is about the whole combination.
  package let metric: String?
  package private(set) var verdict: Verdict
  /// What there is to say, by ``GateSentences``; empty where nothing differs.
  package private(set) var text: String
  var isCompared = true
  /// The figures as they were and as they are, where one of each is enough.
  package private(set) var base, candidate: Double?
  private(set) var factor: Double?
  /// The change, and the ends of its 95 % interval.
  package private(set) var estimate, low, high: Double?
  /// The change that base shows against itself.
  package private(set) var floor: Double?
  package private(set) var tolerance: Double?
  /// The p-value of the confirmation, corrected by Holm.
  private(set) var adjustedP: Double?
  package private(set) var blocks = 0
  /// Robust, of one trial.
  package private(set) var variation: Double?

  /// Of a whole combination, or of figures that are compared as they are.
  init(
    _ check: Check, _ cell: Cell, _ metric: String? = nil, _ verdict: Verdict = .pass,
    base: Double? = nil, candidate: Double? = nil, factor: Double? = nil, isCompared: Bool = true,
    text: String = ""
  ) {
    (self.check, self.cell, self.metric, self.verdict) = (check, cell, metric, verdict)
    (self.base, self.candidate, self.factor) = (base, candidate, factor)
    (self.isCompared, self.text) = (isCompared, text)
  }

  /// Of a figure in real time, which rests on the blocks of `change`. `floor` is a logarithm.
  init(
    _ cell: Cell, _ metric: String, _ verdict: Verdict, _ change: Change, floor: Double?,
    tolerance: Double, adjustedP: Double?, variation: Double?, reason: String
  ) {
    (check, self.cell, self.metric, self.verdict) = (.paired, cell, metric, verdict)
    (blocks, isCompared, factor) = (change.pairs, change.pairs > 0, change.ratio)
    estimate = change.estimate.map { expm1($0.estimate) }
    low = change.estimate?.low.map { expm1($0) }
    high = change.estimate?.high.map { expm1($0) }
    self.floor = floor.map { expm1($0) }
    (self.tolerance, self.adjustedP, self.variation) = (tolerance, adjustedP, variation)
    // The screen did not flag it, so there is nothing to say.
    text = isCompared && verdict == .pass && adjustedP == nil ? "" : reason
    guard isCompared, !text.isEmpty else { return }
    text = GateSentences.paired(
      metric, estimate, low, high, tolerance: tolerance, floor: self.floor, reason)
  }

  /// Passes as long as the entry is valid, and says so.
  mutating func accept(_ entry: Accepted) {
    text += GateSentences.accepted(entry)
    if entry.isValid() { verdict = .pass }
  }

  /// The larger its change, the smaller; what has no factor, such as a combination that is gone, comes before all.
  fileprivate var rank: Double { factor.map { -abs(log($0)) } ?? -.infinity }
}

/// From the least to the most serious: of several, the most serious counts.
package enum Verdict: String, Encodable, Sendable, CaseIterable {
  case pass = "PASS"
  case improved = "IMPROVED"
  /// Each delivery costs more, but the strategy now makes different ones; only in real time.
  case trade = "TRADE"
  /// Too little was measured to tell: no noise floor, too few blocks, or nothing at all.
  case unknown = "UNKNOWN"
  /// It may be worse, but could not be confirmed: the machine was noisy, or others looked worse still.
  case inconclusive = "INCONCLUSIVE"
  case regressed = "REGRESSED"
  /// It crashed, hung or took too much memory, so nothing is known of it.
  case failed = "FAILED"

  package var exitCode: Int32 {
    switch self {
    case .pass, .improved, .trade: 0
    case .regressed: 1
    case .failed: 2
    case .inconclusive, .unknown: 3
    }
  }

  fileprivate var gravity: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

extension Collection<Verdict> {
  /// What several verdicts come to together; a pass where there are none.
  var together: Verdict { self.max { $0.gravity < $1.gravity } ?? .pass }
}

extension Sequence {
  /// Those with the gravest finding first, of one verdict that with the largest change; otherwise in their order.
  fileprivate func worstFirst(by finding: (Element) -> GateFinding) -> [Element] {
    enumerated().map { place, element in
      let finding = finding(element)
      return (key: (-finding.verdict.gravity, finding.rank, place), element: element)
    }.sorted { $0.key < $1.key }.map(\.element)
  }
}

package struct CheckResult: Sendable {
  var findings: [GateFinding] = []
  package var notChecked: [String] = []

  package static func skipped(_ reason: String) -> CheckResult { CheckResult(notChecked: [reason]) }

  /// The strategies that deliver differently from the baseline; a new one delivered nothing there.
  package var changedStrategies: Set<String> {
    Set(findings.filter { $0.check == .exact && $0.verdict != .pass }.map(\.cell.strategy))
  }
}

package struct GateReport: Encodable, Sendable {
  /// What one check says of one strategy, and the workloads that it is true of.
  package struct Remark: Sendable {
    package let check: GateFinding.Check
    package let strategy: String
    package fileprivate(set) var workloads: [String]
    package let verdict: Verdict
    /// The worst first; empty where nothing differs.
    package let findings: [GateFinding]

    package var texts: [String] { findings.map(\.text) }
  }

  /// Grows by one with every change that an older reader would misread.
  private let schema = 2
  /// Never a pass where nothing was compared.
  package let verdict: Verdict
  package let figures: Int
  /// All of the checks that compare two builds; otherwise those with something to say.
  package let findings: [GateFinding]
  package let notChecked: [String]
  package let evidence: String?
  package let combinations: [Remark]

  private enum CodingKeys: CodingKey {
    case schema, verdict, figures, findings, notChecked, evidence
  }

  package init(_ results: [CheckResult], evidence: String?) {
    let all = results.flatMap(\.findings)
    findings = all.filter { !$0.text.isEmpty || [.paired, .instructions].contains($0.check) }
    figures = all.count(where: \.isCompared)
    notChecked = results.flatMap(\.notChecked)
    self.evidence = evidence
    combinations = all.filter { $0.isCompared || !$0.text.isEmpty }
      .chunked { $0.check == $1.check && $0.cell == $1.cell }
      .compactMap { group in
        guard let first = group.first else { return nil }
        let texts = group.map(\.text).distinct.filter { !$0.isEmpty }
        let findings = texts.compactMap { text in group.first { $0.text == text } }
        return Remark(
          check: first.check, strategy: first.cell.strategy, workloads: [first.cell.workload],
          verdict: group.map(\.verdict).together, findings: findings.worstFirst { $0 })
      }
    verdict = (combinations.map(\.verdict) + (figures == 0 ? [.unknown] : [])).together
  }

  /// What there is to say, the worst first; what is equal for one strategy stands together.
  package var remarks: [Remark] {
    let remarkable = combinations.filter { !$0.findings.isEmpty }.worstFirst { $0.findings[0] }
    return remarkable.reduce(into: []) { remarks, remark in
      let same = remarks.firstIndex {
        $0.check == remark.check && $0.strategy == remark.strategy && $0.texts == remark.texts
      }
      if let same { remarks[same].workloads += remark.workloads } else { remarks.append(remark) }
    }
  }

  /// The findings that decide, the worst first. Empty where all is well.
  var deciding: [GateFinding] {
    guard verdict != .pass else { return [] }
    return combinations.flatMap(\.findings).filter { $0.verdict == verdict }.worstFirst { $0 }
  }

  /// A row for each finding, and one for each combination without any.
  package var csv: String {
    Table(
      ["schema", "half", "strategy", "workload", "metric", "verdict", "finding"],
      combinations.flatMap { combination -> [[String]] in
        let found = combination.findings.map {
          [$0.isCompared ? $0.metric ?? "" : "", $0.verdict.rawValue, $0.text]
        }
        let key = [
          "1", combination.check.rawValue, combination.strategy, combination.workloads[0],
        ]
        return (found.isEmpty ? [["", Verdict.pass.rawValue, ""]] : found).map { key + $0 }
      }
    ).csv
  }
}
