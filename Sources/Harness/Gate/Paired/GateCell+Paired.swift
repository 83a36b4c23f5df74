extension GateCell {
  /// The cells of the paired half.
  static func cells(_ verdicts: [PairedVerdict]) -> [GateCell] {
    verdicts.chunked { $0.strategy == $1.strategy && $0.workload == $1.workload }.map { group in
      let first = group[group.startIndex]
      let findings = group.compactMap(GateFinding.init)
      return GateCell(
        half: .paired, strategy: first.strategy, workload: first.workload,
        figures: group.count { $0.blocks > 0 },
        findings: findings.enumerated().filter { !findings.prefix($0).contains($1) }.map(\.element))
    }
  }
}

extension GateFinding {
  /// Nothing where the screen saw nothing; of the cell itself where it was not run.
  fileprivate init?(_ verdict: PairedVerdict) {
    guard verdict.blocks > 0 else {
      self.init(metric: nil, verdict: verdict.verdict, text: verdict.reason)
      return
    }
    guard verdict.verdict != .pass || verdict.adjustedP != nil else { return nil }
    self.init(
      metric: verdict.metric, verdict: verdict.verdict,
      text: "\(verdict.metric): \(verdict.changeText); \(verdict.reason)")
  }
}

extension PairedVerdict {
  /// The change with its interval, and what it is held against, in words.
  fileprivate var changeText: String {
    func percent(_ share: Double) -> String { FigureText.threeDigits(share * 100) + " %" }
    guard let estimate else { return "no estimate" }
    var text = (estimate > 0 ? "+" : "") + percent(estimate)
    if let low, let high { text += " [\(percent(low)) to \(percent(high))]" }
    text += ", allowed \(percent(tolerance))"
    return text + (floor.map { ", noise \(percent($0))" } ?? "")
  }
}
