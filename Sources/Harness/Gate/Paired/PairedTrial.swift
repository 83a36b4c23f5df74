/// One trial of the paired half: a row of `paired.csv`.
public struct PairedTrial: Sendable, Equatable {
  /// What it was for.
  public var phase: PairedPhase
  /// What was run.
  public var cell: PairedCell
  /// The block of its phase and cell, from 1.
  public var block: Int
  /// The place in its block, from 1.
  public var position: Int
  /// Which build ran.
  public var side: PairedSide
  /// The seed of the workload; the same within a block.
  public var seed: UInt64
  /// How it ended; a void one was repeated.
  public var outcome: Outcome
  /// What is to be said of the outcome, in one line; empty for `ok`.
  public var detail: String
  /// The suite's metrics by name; what could not be measured is not in it.
  public var values: [String: Double]
}

extension PairedTrial {
  /// "the candidate's trial of naive on uart (confirm, block 3)", for messages.
  var text: String {
    "the \(side.rawValue)'s trial of \(cell.text) (\(phase.rawValue), block \(block))"
  }
}
