import Coalesce
import Statistics

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
    package let trace: Trace?
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
  /// Values of parameters in virtual time.
  public let virtual: [String: String]
  private let makePlan: @Sendable (inout Context) throws -> TrialPlan

  /// Makes a workload.
  public init(
    _ name: String, origin: String, summary: String, parameters: [Parameter] = [],
    quick: [String: String] = [:], virtual: [String: String] = [:], isRealTimeOnly: Bool = false,
    plan: @escaping @Sendable (inout Context) throws -> TrialPlan
  ) {
    self.name = name
    self.origin = origin
    self.summary = summary
    self.parameters = parameters
    self.quick = quick
    self.virtual = virtual
    self.isRealTimeOnly = isRealTimeOnly
    makePlan = plan
  }

  /// The plan for these values and this seed; equal arguments give equal plans.
  package func plan(
    values: ParameterValues, costs: CostModel, seed: UInt64, trace: Trace? = nil
  ) throws -> TrialPlan {
    var context = Context(
      values: values, costs: costs, generator: SeededGenerator(seed: seed), trace: trace)
    let plan = try makePlan(&context)
    try plan.validate(workload: name)
    return plan
  }
}

extension Workload {
  /// The most updates that a plan may have.
  static let maximumUpdates = 50_000_000

  /// - Throws: ``HarnessError/badPlan(workload:cause:)`` for more updates than a plan may have.
  static func require(updates count: Double, of workload: String) throws {
    guard count <= Double(maximumUpdates) else {
      throw HarnessError.badPlan(
        workload: workload,
        cause: "it would have \(count) updates; at most \(maximumUpdates) are planned.")
    }
  }

  /// `count` times `nanoseconds`.
  /// - Throws: ``HarnessError/badPlan(workload:cause:)`` for more than a day.
  static func total(_ count: Int, _ nanoseconds: UInt64, of workload: String) throws -> UInt64 {
    let (total, overflow) = nanoseconds.multipliedReportingOverflow(by: UInt64(count))
    guard !overflow, total <= 86_400_000_000_000 else {
      throw HarnessError.badPlan(workload: workload, cause: "it would last over a day.")
    }
    return total
  }
}

extension Workload.Context {
  /// The duration of that name, in nanoseconds.
  func nanoseconds(_ name: String) -> UInt64 { values.duration(name).wholeNanoseconds }
}
