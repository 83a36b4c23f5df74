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
}
