import BenchHarness

package struct GateReport: Encodable, Sendable {
  package struct Remark: Sendable {
    package let check: GateFinding.Check
    package let strategy: String
    package fileprivate(set) var workloads: [String]
    package let verdict: Verdict
    /// One finding for each distinct text, the worst first; empty if no finding has a text.
    package let findings: [GateFinding]

    package var texts: [String] { findings.map(\.text) }
    package var title: String { Cell(strategy, workloads.joined(separator: ", ")).text }
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

  package init(_ results: [CheckResult], evidence: String?) {
    let all = results.flatMap(\.findings)
    findings = all.filter { !$0.text.isEmpty || [.paired, .instructions].contains($0.check) }
    let compared = all.filter(\.isCompared)
    figures = compared.count
    comparedCount = Set(compared.map(\.cell)).count
    notChecked = results.flatMap(\.notChecked)
    self.evidence = evidence
    combinations = all.filter { $0.isCompared || !$0.text.isEmpty }
      .chunked { $0.check == $1.check && $0.cell == $1.cell }
      .compactMap { group in
        guard let first = group.first else { return nil }
        var texts: Set = [""]
        let findings = group.filter { texts.insert($0.text).inserted }
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

  /// One line: the verdict, the worst of the findings that decided it, and how many more did; nil if no finding did.
  package var headline: String? {
    let deciding = combinations.flatMap(\.findings).filter { $0.verdict == verdict }
      .worstFirst { $0 }
    guard verdict != .pass, let gravest = deciding.first else { return nil }
    let what =
      if let metric = gravest.metric, let factor = gravest.factor {
        "\(metric) of \(gravest.cell.text) changed by a factor of \(FigureText.threeDigits(factor))"
      } else { "\(gravest.cell.text) \(gravest.text.prefix { $0 != "\n" })" }
    let more = deciding.count > 1 ? ", and \(deciding.count - 1) more." : "."
    return "\(verdict.rawValue): \(what)\(more)"
  }

  package var compared: String {
    "Compared \(figures) figures of \(comparedCount) combinations."
  }

  /// What the paired check could have seen; nil without one.
  package var power: String? {
    let texts = findings.compactMap(\.metric).distinct.compactMap { metric -> String? in
      let seen = findings.filter { $0.metric == metric && $0.detectable != nil }
      let single = seen.filter { $0.cell != PairedJudgement.allCells }.compactMap(\.detectable)
      guard let least = single.min(), let most = single.max() else { return nil }
      let all = seen.first { $0.cell == PairedJudgement.allCells }?.detectable
      return
        "\(metric) \(FigureText.percent(least)) to \(FigureText.percent(most)) in one combination"
        + (all.map { ", \(FigureText.percent($0)) in all together" } ?? "")
    }
    guard !texts.isEmpty else { return nil }
    return
      "The paired check finds 19 of 20 changes for the worse by \(texts.joined(separator: "; "))."
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

extension Sequence {
  /// The most serious verdict first; within a verdict, the largest change first; otherwise in the original order.
  fileprivate func worstFirst(by finding: (Element) -> GateFinding) -> [Element] {
    enumerated().map { place, element in
      let finding = finding(element)
      return (key: (-finding.verdict.gravity, finding.rank, place), element: element)
    }.sorted { $0.key < $1.key }.map(\.element)
  }
}
