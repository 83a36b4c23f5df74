/// What a child process is asked to run.
public struct TrialRequest: Codable, Sendable {
  /// Which trial of the run.
  public var identity: TrialIdentity
  /// What the view's work costs.
  public var costs: CostModel
  /// The trace's file and how to read it; nil without one.
  public var tracePath: String?
  /// How to read the trace.
  public var traceOptions: TraceOptions
  /// The calibrated work of a reload.
  public var work: ReloadWork
  /// Whether main and producers stay on cores of their own.
  public var pin: Bool
  /// The process to die with.
  public var parent: Int32
}
