import BenchHarness
import Foundation

/// All findings of a gate. Encodes what `gate.json` holds.
package struct GateReport: Encodable, Sendable {
  /// What a person reads about a combination, or about all findings of a kind.
  package struct Remark: Sendable {
    package let check: GateFinding.Check
    /// A remark on several workloads has all their names.
    package fileprivate(set) var cell: Cell
    package let verdict: Verdict
    /// One finding for each distinct text, the worst first; empty if no finding has a text.
    package let findings: [GateFinding]
    fileprivate var isKind = false

    package var title: String { isKind ? findings.sentence : cell.text + check.note }

    package var texts: [String] {
      guard isKind else { return findings.map(\.text) }
      let rest = findings.count - 1
      return ["\(cell.text): \(findings[0].text)"]
        + (rest > 0 ? ["and \(rest) more, which gate.json and --format csv list"] : [])
    }

    /// Whether it reports something worse that does not fail the gate but that a reviewer should see.
    package var isWarning: Bool {
      verdict.isOpen || verdict == .accepted && check == .baseline
    }
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
  /// How many combinations of a strategy and a workload have a compared figure.
  private let comparedCount: Int

  private enum CodingKeys: CodingKey {
    case schema, verdict, figures, findings, notChecked, evidence
  }

  package init(_ result: CheckResult, evidence: String? = nil) {
    let all = result.findings
    findings = all.filter { !$0.text.isEmpty || [.paired, .instructions].contains($0.check) }
    let compared = all.filter(\.isCompared)
    figures = compared.count
    comparedCount = Set(compared.map(\.cell)).count
    notChecked = result.notChecked
    self.evidence = evidence
    combinations = all.filter { $0.isCompared || !$0.text.isEmpty }
      .chunked { $0.check == $1.check && $0.cell == $1.cell }
      .map { group in
        var texts: Set = [""]
        let findings = group.filter { texts.insert($0.text).inserted }
        return Remark(
          check: group[group.startIndex].check, cell: group[group.startIndex].cell,
          verdict: group.map(\.verdict).max() ?? .pass, findings: findings.worstFirst { $0 })
      }
    verdict = (combinations.map(\.verdict) + [figures == 0 ? .unknown : .pass]).max() ?? .pass
  }

  /// The combinations with findings, the worst first. A check's remarks about one strategy are joined if they say the
  /// same.
  package var remarks: [Remark] {
    let remarkable = combinations.filter { !$0.findings.isEmpty }.worstFirst { $0.findings[0] }
    return remarkable.reduce(into: []) { remarks, remark in
      let same = remarks.firstIndex {
        $0.check == remark.check && $0.cell.strategy == remark.cell.strategy
          && $0.texts == remark.texts
      }
      guard let same else { return remarks.append(remark) }
      remarks[same].cell.workload += ", " + remark.cell.workload
    }
  }

  /// The findings that have a text, in groups that share check, verdict, and figure or fault; the worst first.
  private var kinds: [Remark] {
    func key(_ finding: GateFinding) -> [String] {
      [finding.check.rawValue, finding.verdict.rawValue, finding.kind]
    }
    let told = combinations.flatMap(\.findings).worstFirst { $0 }
    let groups = Dictionary(grouping: told, by: key)
    return told.map(key).distinct.compactMap { groups[$0] }.map {
      Remark(
        check: $0[0].check, cell: $0[0].cell, verdict: $0[0].verdict, findings: $0, isKind: true)
    }
  }

  /// A sentence for each kind of finding that is not a pass.
  var sentences: [String] {
    kinds.filter { $0.verdict != .pass }.map { "\($0.verdict.rawValue): \($0.title)" }
  }

  private var isLong: Bool { remarks.count > 5 }

  /// The remarks if they are few; otherwise a remark on each kind of finding.
  package var entries: [Remark] { isLong ? kinds : remarks }

  /// The sentences to show before the ``entries``.
  package var lead: [String] { isLong ? [] : sentences }

  package var compared: String {
    "Compared \(figures) figures of \(comparedCount) combinations."
  }

  /// The smallest changes that the paired check could have found; nil without one.
  package var power: String? {
    let percent = FigureText.percent
    let texts = findings.compactMap(\.metric).distinct.compactMap { metric -> String? in
      let seen = findings.filter { $0.metric == metric && $0.detectable != nil }
      let single = seen.filter { $0.cell != PairedJudgement.allCells }.compactMap(\.detectable)
      guard let least = single.min(), let most = single.max() else { return nil }
      let all = seen.first { $0.cell == PairedJudgement.allCells }?.detectable
      return "\(metric) \(percent(least)) to \(percent(most)) in one combination"
        + (all.map { ", \(percent($0)) in all together" } ?? "")
    }
    return texts.isEmpty
      ? nil
      : "The paired check finds these regressions 19 times in 20: "
        + texts.joined(separator: "; ") + "."
  }

  /// A row for each finding, and one for each combination without a finding.
  package var csv: String {
    ResultsTables.csv(
      "schema,half,strategy,workload,metric,verdict,finding",
      combinations.flatMap { combination -> [[String]] in
        let found = combination.findings.map {
          [$0.isCompared ? $0.metric ?? "" : "", $0.verdict.rawValue, $0.text]
        }
        let cell = combination.cell
        let key = [combination.check.rawValue, cell.strategy, cell.workload]
        return (found.isEmpty ? [["", Verdict.pass.rawValue, ""]] : found).map { key + $0 }
      })
  }
}

extension GateFinding.Check {
  /// What follows a combination's name; nothing for the exact check.
  fileprivate var note: String {
    switch self {
    case .exact: ""
    case .baseline: ", accepted in this change"
    default: " (\(rawValue))"
    }
  }
}

extension GateFinding {
  /// The figure, or the fault as the first words of the text. The percentiles of latency are one kind.
  fileprivate var kind: String {
    guard let metric else {
      return text.prefix { !":(;".contains($0) }.trimmingCharacters(in: .whitespaces)
    }
    return metric.hasPrefix("latency_") ? "latency" : metric
  }
}

extension [GateFinding] {
  /// Sums up findings of one kind, such as "latency of 12 strategies on uart: +20 % to +28 %".
  fileprivate var sentence: String {
    func some(_ name: (Cell) -> String, _ noun: String) -> String {
      let names = map { name($0.cell) }.distinct.filter { $0 != "*" }
      return names.count > 1 ? "\(names.count) \(noun)" : names.first ?? "all \(noun)"
    }
    let place = Cell(some(\.strategy, "strategies"), some(\.workload, "workloads")).text
    guard self[0].metric != nil else { return place + self[0].check.note + ": " + self[0].kind }
    let changes = compactMap(\.factor).sorted().map { factor in
      (factor > 1 ? "+" : "") + FigureText.percent(factor - 1)
    }
    let range = [changes.first, changes.last].compactMap { $0 }.distinct.joined(separator: " to ")
    return "\(self[0].kind) of \(place)\(self[0].check.note)" + (range.isEmpty ? "" : ": \(range)")
  }
}

extension Sequence {
  /// The most serious verdict first; within a verdict, what has no factor, then the largest change; otherwise in the
  /// original order.
  fileprivate func worstFirst(by finding: (Element) -> GateFinding) -> [Element] {
    enumerated().map { place, element in
      let finding = finding(element)
      // A missing combination, say, has no factor.
      let rank = finding.factor.map { -abs(log($0)) } ?? -.infinity
      return (key: (-finding.verdict.gravity, rank, place), element: element)
    }.sorted { $0.key < $1.key }.map(\.element)
  }
}
