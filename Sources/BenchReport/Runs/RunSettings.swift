import BenchHarness
import Coalesce
import Foundation

/// The options of a run, with what their names stand for in this program.
@dynamicMemberLookup
package struct RunSettings: Sendable {
  package internal(set) var options = RunOptions() {
    didSet {
      var other = options
      other.strategies = oldValue.strategies
      if other != oldValue { made = Locked(nil) }
    }
  }
  /// Plans of these options, made once for any strategies.
  private var made = Locked<[String: TrialPlan]?>(nil)
  package var strategies: [Selection<StrategyEntry>] {
    didSet { options.strategies = strategies.map(\.key) }
  }
  package var workloads: [Selection<Workload>] {
    didSet { options.workloads = workloads.map(\.key) }
  }
  /// For the workload `trace`.
  package var trace: Trace? {
    didSet { options.trace = trace.map { Digest.of($0.data) } }
  }
  /// Nil for the headless view.
  package var view: Selection<ToolkitEntry>? { didSet { options.view = view?.key } }
  package var memoryLimitBytes: UInt64 = 4 << 30
  /// Nil for longer than any correct strategy needs.
  package var deadline: Duration?
  /// The cost of waking an idle main thread in virtual time.
  package var hop = Self.usualHop
  /// About what Linux takes; a constant, so that figures do not depend on the machine.
  package static let usualHop = Duration.microseconds(200)
  /// Workloads made by ``replay(_:areSessions:)``, by key.
  var recordings: [String: (trace: Trace, deliveries: RecordedDeliveries?)] = [:]
  /// What to call the workloads, in the plural.
  package internal(set) var noun = "workloads"

  package init(
    strategies: [Selection<StrategyEntry>], workloads: [Selection<Workload>], trials: Int = 1,
    seed: UInt64 = 1, costs: CostModel = CostModel(), trace: Trace? = nil
  ) {
    self.strategies = strategies
    self.workloads = workloads
    self.trace = trace
    options.strategies = strategies.map(\.key)
    options.workloads = workloads.map(\.key)
    options.trials = trials
    options.seed = seed
    options.costs = costs
    options.trace = trace.map { Digest.of($0.data) }
  }

  /// The settings of an existing run.
  package init(_ options: RunOptions, _ registry: Registry, trace: Trace? = nil) throws {
    self.init(
      strategies: try .strategies(
        options.strategies.joined(separator: ","), from: registry.strategies, time: .real),
      workloads: try .workloads(
        options.workloads.joined(separator: ","), from: registry.workloads, time: .real),
      trace: trace)
    view = try options.view.map { try Selection.one($0, from: registry.toolkits) }
    let read = self.options
    self.options = options
    (self.options.trace, self.options.view) = (read.trace, read.view)
    (self.options.strategies, self.options.workloads) = (read.strategies, read.workloads)
  }

  package subscript<Value>(dynamicMember path: WritableKeyPath<RunOptions, Value>) -> Value {
    get { options[keyPath: path] }
    set { options[keyPath: path] = newValue }
  }

  /// Records the events of a cell's first usable trial; not while allocations are counted, because
  /// that allocator changes the timing.
  func isRecorded(_ trial: Trial.ID, after records: [Trial]) -> Bool {
    options.recordsEvents && trial.pass == .timing
      && !records.contains {
        $0.events != nil && $0.outcome != .void && $0.cell == trial.cell
      }
  }

  /// By workload. Refuses a bad one before anything runs or is written.
  package func plans() throws -> [String: TrialPlan] {
    if let plans = made.withLock({ $0 }) { return plans }
    let plans = try workloads.reduce(into: [:]) { $0[$1.key] = try plan(of: $1) }
    made.withLock { $0 = plans }
    return plans
  }

  func plan(of workload: Selection<Workload>) throws -> TrialPlan {
    try workload.entry.plan(
      values: workload.values, costs: options.costs, seed: options.seed,
      trace: recordings[workload.key]?.trace ?? trace
    )
  }

  func recording(_ workload: String) -> Trace? { recordings[workload]?.trace }
}
