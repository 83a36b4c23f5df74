/// What the paired half tells while it goes on.
public struct PairedEvent: Sendable {
  /// What runs next.
  public var phase: PairedPhase
  /// What runs next.
  public var cell: PairedCell
  /// Trials done, and trials there are as far as is known.
  public var done: Int, total: Int
  /// How long it still takes; nil before the first block.
  public var secondsLeft: Double?
}
