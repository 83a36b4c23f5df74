/// One thing that the gate has to say: what differs in which cell, and what it makes of it.
public struct GateFinding: Codable, Sendable, Equatable {
  /// The metric's name; nil where it is about the whole cell.
  public let metric: String?
  /// What it comes to.
  public let verdict: Verdict
  /// What it was and what it is, in words, with units.
  public let text: String

  /// Makes a finding.
  public init(metric: String?, verdict: Verdict, text: String) {
    self.metric = metric
    self.verdict = verdict
    self.text = text
  }
}

/// One strategy on one workload, as one half of the gate saw it.
public struct GateCell: Codable, Sendable, Equatable {
  /// The two halves of the gate, and the pass of the first that runs in real time.
  public enum Half: String, Codable, Sendable {
    /// Figures in virtual time, for equality.
    case exact
    /// Allocations, for equality.
    case allocations
    /// Two builds in real time, by statistics.
    case paired
  }

  /// Who looked at it.
  public let half: Half
  /// The strategy's key.
  public let strategy: String
  /// The workload's key.
  public let workload: String
  /// How many figures were compared.
  public let figures: Int
  /// What there is to say; empty where nothing differs.
  public let findings: [GateFinding]
  /// What its findings come to.
  public let verdict: Verdict

  /// Makes a cell.
  public init(
    half: Half, strategy: String, workload: String, figures: Int, findings: [GateFinding]
  ) {
    self.half = half
    self.strategy = strategy
    self.workload = workload
    self.figures = figures
    self.findings = findings
    verdict = Verdict.together(findings.map(\.verdict))
  }
}
