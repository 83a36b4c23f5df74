import BenchMath
import Coalesce

/// A seeded generator of trial plans: which updates are submitted when, by which producer, to which view.
public struct Workload: RegistryEntry {
  /// The noun for an entry in messages.
  public static let kind = "workload"

  /// The input from which a workload makes its plan.
  public struct Context: Sendable {
    let values: ParameterValues
    /// The costs of the views, as the caller requested them.
    public fileprivate(set) var costs: CostModel
    /// The only source of randomness.
    public var generator: SeededGenerator
    package let trace: Trace?
    let workload: String

    /// The value of a duration parameter.
    public func duration(_ parameter: String) -> Duration { values.duration(parameter) }
    /// The value of a count parameter.
    public func count(_ parameter: String) -> Int { values.count(parameter) }
    /// The value of a rate (per second), number or share parameter.
    public func number(_ parameter: String) -> Double { values.number(parameter) }
    /// Whether a flag is set.
    public func flag(_ parameter: String) -> Bool { values.flag(parameter) }
    /// The index of the chosen word, from 0.
    public func choice(_ parameter: String) -> Int { values.choice(parameter) }
  }

  /// The name, in kebab-case; permanent, because it is a key in results.
  public private(set) var name: String
  /// The situation that the workload models, or where it was recorded.
  public let origin: String
  /// The events of the workload in one line.
  public let summary: String
  /// The parameters that can be set.
  public private(set) var parameters: [Parameter]
  /// Whether the workload is meaningful only in real time.
  public let isRealTimeOnly: Bool
  /// The default parameter values for `--quick`, by name.
  public let quick: [String: String]
  /// The default parameter values in virtual time, by name.
  public let virtual: [String: String]
  private var makePlan: @Sendable (inout Context) throws -> TrialPlan

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

  /// Equal arguments give equal plans.
  package func plan(
    values: ParameterValues, costs: CostModel, seed: UInt64, trace: Trace? = nil
  ) throws -> TrialPlan {
    var context = Context(
      values: values, costs: costs, generator: SeededGenerator(seed: seed), trace: trace,
      workload: name)
    var plan = try makePlan(&context)
    if !plan.tracksRows { plan.costs.contentNanoseconds = 0 }
    try plan.validate(workload: name)
    return plan
  }
}

extension Workload {
  package func named(_ name: String) -> Workload {
    var other = self
    other.name = name
    return other
  }

  /// The same workload with a parameter that replaces the cost of a reload, so that a run can try several.
  package var withReloadCost: Workload {
    var other = self
    other.parameters.append(.duration("reload-cost", .zero, "main-thread time of a reload"))
    other.makePlan = { context in
      context.costs.reloadNanoseconds = context.nanoseconds("reload-cost")
      return try makePlan(&context)
    }
    return other
  }

  static let maximumUpdates = 50_000_000
}

extension Workload.Context {
  package func nanoseconds(_ name: String) -> UInt64 { values.duration(name).wholeNanoseconds }

  package func refusal(_ cause: String) -> BenchError {
    .badPlan(workload: workload, cause: cause)
  }

  package func require(_ isSo: Bool, _ cause: @autoclosure () -> String) throws {
    if !isSo { throw refusal(cause()) }
  }

  package func require(updates count: Double) throws {
    try require(
      count <= Double(Workload.maximumUpdates),
      "it would have \(FigureText.threeDigits(count)) updates; the limit is \(Workload.maximumUpdates)."
    )
  }

  package func total(_ count: Int, _ nanoseconds: UInt64) throws -> UInt64 {
    let (total, overflow) = nanoseconds.multipliedReportingOverflow(by: UInt64(count))
    try require(!overflow && total <= 86_400_000_000_000, "it would last over a day.")
    return total
  }

  /// A plan that lasts for `nanoseconds` or, by default, for the value of the parameter "duration".
  func plan(
    _ updates: PlannedUpdates, by producers: [TrialPlan.Producer] = [.thread], views: Int = 1,
    lasting nanoseconds: UInt64? = nil
  ) -> TrialPlan {
    TrialPlan(
      updates: updates, producers: producers, viewCount: views,
      duration: nanoseconds.map { .nanoseconds($0) } ?? values.duration("duration"),
      costs: costs)
  }

  /// Evenly spaced updates from one thread. By default, the parameters "rate" and "duration" set the rate and length.
  func even(
    ratePerSecond: Double? = nil, lasting nanoseconds: UInt64? = nil,
    _ update: (Int) -> (row: Int, kind: ChangeKind)
  ) throws -> TrialPlan {
    let rate = ratePerSecond ?? values.number("rate")
    let nanoseconds = nanoseconds ?? self.nanoseconds("duration")
    let count = rate * Double(nanoseconds) / 1e9
    try require(updates: count)
    var updates = PlannedUpdates()
    for number in 0..<Int(count) {
      let (row, kind) = update(number)
      updates.append(atNanoseconds: UInt64(Double(number + 1) * 1e9 / rate), row: row, kind: kind)
    }
    return plan(updates, lasting: nanoseconds)
  }
}
