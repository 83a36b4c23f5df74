import Foundation

/// What a verdict of the paired half rests on.
public struct PairedEvidence: Sendable, Equatable {
  /// What it was asked.
  public var settings: PairedSettings
  /// Every trial, in the order in which they ran.
  public var trials: [PairedTrial]

  /// Puts evidence together.
  public init(settings: PairedSettings, trials: [PairedTrial]) {
    self.settings = settings
    self.trials = trials
  }

  /// The log ratios of the complete blocks of `cell`: candidate ÷ base, a block each.
  ///
  /// The sides' geometric means are compared, so that halving and doubling weigh the same. A block
  /// counts where both trials of both sides have the figure.
  func logRatios(_ phase: PairedPhase, _ cell: PairedCell, _ metric: String) -> [Double] {
    blocks(phase, cell, metric).compactMap { logarithms in
      guard logarithms.base.count == 2, logarithms.candidate.count == 2 else { return nil }
      return (logarithms.candidate.reduce(0, +) - logarithms.base.reduce(0, +)) / 2
    }
  }

  /// The log ratios of every block in which base was compared with itself.
  func nullRatios(_ cell: PairedCell, _ metric: String) -> [Double] {
    PairedPhase.allCases.filter(\.isNull).flatMap { logRatios($0, cell, metric) }
  }

  /// The robust coefficient of variation of one trial of base, without the drift between blocks;
  /// nil where no block tells.
  ///
  /// Logarithms around their block's mean, made larger by what taking that mean away hides.
  func variation(_ cell: PairedCell, _ metric: String) -> Double? {
    let residuals = PairedPhase.allCases.flatMap { phase in
      blocks(phase, cell, metric).flatMap { block -> [Double] in
        let values = phase.isNull ? block.base + block.candidate : block.base
        guard values.count >= 2 else { return [] }
        let count = Double(values.count)
        let mean = values.reduce(0, +) / count
        return values.map { ($0 - mean) * (count / (count - 1)).squareRoot() }
      }
    }
    return RobustVariation.coefficient(residuals.map { 1 + $0 })
  }

  /// The logarithms of a figure by block and side, of trials that ended well.
  private func blocks(
    _ phase: PairedPhase, _ cell: PairedCell, _ metric: String
  ) -> [(base: [Double], candidate: [Double])] {
    var blocks: [Int: (base: [Double], candidate: [Double])] = [:]
    for trial in trials where trial.phase == phase && trial.cell == cell && trial.outcome == .ok {
      guard let value = trial.values[metric], value > 0 else { continue }
      switch trial.side {
      case .base: blocks[trial.block, default: ([], [])].base.append(log(value))
      case .candidate: blocks[trial.block, default: ([], [])].candidate.append(log(value))
      }
    }
    return blocks.keys.sorted().compactMap { blocks[$0] }
  }
}
