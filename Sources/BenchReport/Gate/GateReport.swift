import BenchHarness
import Foundation

/// A conclusion of one check about a figure of a strategy on a workload, or about that combination as a whole. Changes
/// are relative to base: 0.05 means 5 % more, whether that is better or worse. They are nil if unknown.
package struct GateFinding: Encodable, Sendable {
  package enum Check: String, Encodable, Sendable, CaseIterable {
    case exact, allocations, paired, instructions
  }

  package let check: Check
  package let cell: Cell
  /// The metric's name; nil for the whole combination.
  package let metric: String?
  package private(set) var verdict: Verdict
  /// What was found, in words; empty if there is nothing to report.
  package private(set) var text: String
  var isCompared = true
  /// The figures, if they were compared exactly; nil in the paired check.
  package private(set) var base, candidate: Double?
  private(set) var factor: Double?
  /// The change, and the ends of its 95 % interval.
  package private(set) var estimate, low, high: Double?
  /// The noise floor: the change that base shows against itself.
  package private(set) var floor: Double?
  package private(set) var tolerance: Double?
  /// The p-value of the confirmation, or of the test of all cells together, corrected for multiple tests.
  private(set) var adjustedP: Double?
  package private(set) var blocks = 0
  /// The robust coefficient of variation of base's trials.
  package private(set) var variation: Double?

  init(
    _ check: Check, _ cell: Cell, _ metric: String? = nil, _ verdict: Verdict = .pass,
    base: Double? = nil, candidate: Double? = nil, factor: Double? = nil, isCompared: Bool = true,
    text: String = ""
  ) {
    (self.check, self.cell, self.metric, self.verdict) = (check, cell, metric, verdict)
    (self.base, self.candidate, self.factor) = (base, candidate, factor)
    (self.isCompared, self.text) = (isCompared, text)
  }

  /// A finding of the paired check about a figure. `floor` is a logarithm.
  init(
    _ cell: Cell, _ metric: String, _ verdict: Verdict, _ change: Change, floor: Double?,
    tolerance: Double, adjustedP: Double?, variation: Double?, reason: String
  ) {
    self.init(
      .paired, cell, metric, verdict, factor: change.ratio, isCompared: change.pairs > 0,
      text: reason)
    (estimate, low, high) = (
      change.estimate.map { expm1($0.estimate) }, change.estimate?.low.map { expm1($0) },
      change.estimate?.high.map { expm1($0) }
    )
    self.floor = floor.map { expm1($0) }
    (self.tolerance, self.adjustedP, self.variation) = (tolerance, adjustedP, variation)
    blocks = change.pairs
    // If no change was flagged and tested, there is nothing to report.
    if isCompared, verdict == .pass, adjustedP == nil { text = "" }
    if isCompared, !text.isEmpty { text = GateSentences.paired(self, metric, reason) }
  }

  /// Turns the verdict into a pass if the entry is still valid; the text mentions the entry either way.
  mutating func accept(_ entry: Accepted) {
    text += GateSentences.accepted(entry)
    if entry.isValid() { verdict = .pass }
  }

  /// Sorts larger changes first, but after findings without a factor, such as missing combinations.
  fileprivate var rank: Double { factor.map { -abs(log($0)) } ?? -.infinity }
}

/// From the least to the most serious. A report has the most serious verdict of its findings.
package enum Verdict: String, Encodable, Sendable, CaseIterable, Comparable {
  case pass = "PASS"
  case improved = "IMPROVED"
  /// Each delivery costs more, but the strategy now delivers differently; only in the paired check.
  case trade = "TRADE"
  /// Too little was measured: no noise floor, too few blocks, or nothing at all.
  case unknown = "UNKNOWN"
  /// The machine was too noisy to tell, or the figure looked worse but was not among those measured again.
  case inconclusive = "INCONCLUSIVE"
  case regressed = "REGRESSED"
  /// A trial crashed, hung or took too much memory, or a trial of base had any other undeclared fault.
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

  package static func < (one: Verdict, other: Verdict) -> Bool { one.gravity < other.gravity }
}

extension Sequence {
  /// The most serious verdict first; within a verdict, the largest change first; otherwise in the original order.
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

  /// The strategies with an exact finding other than a pass, which count as delivering differently from the baseline.
  package var changedStrategies: Set<String> {
    Set(findings.filter { $0.check == .exact && $0.verdict != .pass }.map(\.cell.strategy))
  }
}

package struct GateReport: Encodable, Sendable {
  package struct Remark: Sendable {
    package let check: GateFinding.Check
    package let strategy: String
    package fileprivate(set) var workloads: [String]
    package let verdict: Verdict
    /// One finding for each distinct text, the worst first; empty if no finding has a text.
    package let findings: [GateFinding]

    package var texts: [String] { findings.map(\.text) }
  }

  /// Incremented with every change that an older reader would misread.
  private let schema = 2
  /// The most serious verdict of all findings; never a pass if nothing was compared.
  package let verdict: Verdict
  package let figures: Int
  /// All findings of the checks that compare two builds; of the other checks, only findings with a text.
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
          verdict: group.map(\.verdict).max() ?? .pass, findings: findings.worstFirst { $0 })
      }
    verdict = (combinations.map(\.verdict) + [figures == 0 ? .unknown : .pass]).max() ?? .pass
  }

  /// The remarks with findings, the worst first. A check's remarks about one strategy are joined if they say the same.
  package var remarks: [Remark] {
    let remarkable = combinations.filter { !$0.findings.isEmpty }.worstFirst { $0.findings[0] }
    return remarkable.reduce(into: []) { remarks, remark in
      let same = remarks.firstIndex {
        $0.check == remark.check && $0.strategy == remark.strategy && $0.texts == remark.texts
      }
      if let same { remarks[same].workloads += remark.workloads } else { remarks.append(remark) }
    }
  }

  /// The findings that have the verdict of the report, the worst first; empty for a pass.
  var deciding: [GateFinding] {
    guard verdict != .pass else { return [] }
    return combinations.flatMap(\.findings).filter { $0.verdict == verdict }.worstFirst { $0 }
  }

  /// A row for each finding, and one for each combination without a finding.
  package var csv: String {
    ResultsTables.csv(
      "schema,half,strategy,workload,metric,verdict,finding",
      combinations.flatMap { combination -> [[String]] in
        let found = combination.findings.map {
          [$0.isCompared ? $0.metric ?? "" : "", $0.verdict.rawValue, $0.text]
        }
        let key = [combination.check.rawValue, combination.strategy, combination.workloads[0]]
        return (found.isEmpty ? [["", Verdict.pass.rawValue, ""]] : found).map { key + $0 }
      })
  }
}
