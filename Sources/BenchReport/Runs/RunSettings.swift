import BenchHarness
import Coalesce
import Foundation

/// What a run is made of: its options, and what this program knows by their names.
@dynamicMemberLookup
package struct RunSettings: Sendable {
  package internal(set) var options = RunOptions() {
    didSet {
      var other = options
      other.strategies = oldValue.strategies
      if other != oldValue { made = Locked(nil) }
    }
  }
  /// The plans of these options, whatever the strategies, once they were made.
  private var made = Locked<[String: TrialPlan]?>(nil)
  /// What to run: every strategy on every workload.
  package var strategies: [Selection<StrategyEntry>] {
    didSet { options.strategies = strategies.map(\.key) }
  }
  package var workloads: [Selection<Workload>] {
    didSet { options.workloads = workloads.map(\.key) }
  }
  /// What the workload `trace` replays; nil without one.
  package var trace: Trace? {
    didSet { options.trace = trace.map { Digest.of($0.data) } }
  }
  /// Real time: what shows the views; nil for the bench's own, which shows nothing.
  package var view: Selection<ToolkitEntry>? { didSet { options.view = view?.key } }
  /// Real time: how much memory a trial may take, in bytes.
  package var memoryLimitBytes: UInt64 = 4 << 30
  /// Real time: when a trial is ended; nil for longer than any correct strategy needs.
  package var deadline: Duration?
  /// Virtual time: what waking an idle main thread or queue costs.
  package var hop = Duration.microseconds(50)
  /// Recordings that are workloads of their own, by their keys; see ``replay(_:)``.
  var recordings: [String: (trace: Trace, workload: Selection<Workload>)] = [:]
  /// What the workloads are to the caller, in the plural.
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

  /// Those of a run that is there, with what this program has by its names; `trace` is what the run
  /// replays.
  /// - Throws: ``BenchError`` for what this program does not have.
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

  /// Makes every plan once, so that whatever is wrong is refused before anything runs or is written.
  package func check() throws { _ = try plans() }

  /// Whether what happens in `trial` is recorded, after `records`: in the first of its cell that hands
  /// a record over and is not void, and not while allocations are counted, on an allocator that
  /// changes what happens.
  func isRecorded(_ trial: Trial.ID, after records: [Trial]) -> Bool {
    options.recordsEvents && trial.pass == .timing
      && !records.contains {
        $0.events != nil && $0.outcome != .void && $0.cell == trial.cell
      }
  }

  /// The stretch of the first workload with the most updates; nil where it is not much longer than
  /// `length`, and where it makes no sense in part.
  package func busiestWindow(_ length: Duration) throws -> TrialWindow? {
    guard let key = workloads.first?.key else { return nil }
    return try plans()[key]?.busiestWindow(length)
  }

  func plans() throws -> [String: TrialPlan] {
    if let plans = made.withLock({ $0 }) { return plans }
    let plans = try workloads.reduce(into: [:]) { $0[$1.key] = try plan(of: $1) }
    made.withLock { $0 = plans }
    return plans
  }

  func plan(of workload: Selection<Workload>) throws -> TrialPlan {
    try workload.entry.plan(
      values: workload.values, costs: options.costs, seed: options.seed,
      trace: recordings[workload.key]?.trace ?? trace
    ).cut(to: options.window)
  }

  /// What that workload replays, where it is one of several recordings.
  func recording(_ workload: String) -> Trace? { recordings[workload]?.trace }
}
