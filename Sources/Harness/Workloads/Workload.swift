import Strategies

/// A seeded generator of trials: which updates come when, from where, to which view.
public struct Workload: RegistryEntry {
  /// "workload".
  public static let kind = "workload"

  /// What a workload makes its plan from.
  public struct Context: Sendable {
    /// The values of its parameters.
    public let values: ParameterValues
    /// What the caller wants the view to cost.
    public let costs: CostModel
    /// The only source of randomness.
    public var generator: SeededGenerator
    /// The recorded trace; nil unless the caller gave one.
    public let trace: Trace?
  }

  /// Kebab-case and permanent: a key in Results.
  public let name: String
  /// What it stands for, or where it was recorded.
  public let origin: String
  /// What happens in it, in one line.
  public let summary: String
  /// What can be set.
  public let parameters: [Parameter]
  /// Whether it makes no sense in virtual time.
  public let isRealTimeOnly: Bool
  /// Values of parameters for `--quick`.
  public let quick: [String: String]
  private let makePlan: @Sendable (inout Context) throws -> TrialPlan

  /// Makes a workload.
  public init(
    _ name: String, origin: String, summary: String, parameters: [Parameter] = [],
    quick: [String: String] = [:], isRealTimeOnly: Bool = false,
    plan: @escaping @Sendable (inout Context) throws -> TrialPlan
  ) {
    self.name = name
    self.origin = origin
    self.summary = summary
    self.parameters = parameters
    self.quick = quick
    self.isRealTimeOnly = isRealTimeOnly
    makePlan = plan
  }

  /// The plan for these values and this seed; equal arguments give equal plans.
  /// - Throws: ``HarnessError``.
  public func plan(
    values: ParameterValues, costs: CostModel, seed: UInt64, trace: Trace? = nil
  ) throws -> TrialPlan {
    var context = Context(
      values: values, costs: costs, generator: SeededGenerator(seed: seed), trace: trace)
    let plan = try makePlan(&context)
    try plan.validate(workload: name)
    return plan
  }
}

extension Workload.Context {
  /// The duration of that name, in nanoseconds.
  func nanoseconds(_ name: String) -> UInt64 { values.duration(name).wholeNanoseconds }
}
