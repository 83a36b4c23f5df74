extension GateCell {
  /// The cells of the paired half.
  static func cells(_ verdicts: [PairedVerdict]) -> [GateCell] {
    verdicts.chunked { $0.strategy == $1.strategy && $0.workload == $1.workload }.map { group in
      let first = group[group.startIndex]
      return GateCell(
        half: .paired, strategy: first.strategy, workload: first.workload, figures: group.count,
        findings: group.compactMap(GateFinding.init))
    }
  }
}

extension GateFinding {
  /// Nothing where the screen saw nothing.
  fileprivate init?(_ verdict: PairedVerdict) {
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
