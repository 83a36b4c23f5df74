import BenchHarness
import Foundation

/// The definition of a run in plain values, from which ``options`` follow.
@dynamicMemberLookup
package struct RunSettings: Sendable {
  package var strategies: [Selection<StrategyEntry>]
  package var workloads: [Selection<Workload>]
  /// The recording that the workload `trace` replays.
  package var trace: Trace?
  package var view: Selection<ToolkitEntry>?
  package var memoryLimitBytes: UInt64 = 4 << 30
  /// The deadline of each trial; nil for a default that is longer than any correct strategy needs.
  package var deadline: Duration?
  package var hop = Self.usualHop
  /// Roughly the cost on Linux; constant, so that figures do not depend on the machine.
  package static let usualHop = Duration.microseconds(200)
  package private(set) var noun = "workloads"
  /// The recordings of the workloads made by ``replay(_:deliveries:)``, by key.
  private var recordings: [String: (trace: Trace, deliveries: RecordedDeliveries?)] = [:]
  /// The options that do not follow from the properties above.
  private var others = RunOptions()

  package init(
    strategies: [Selection<StrategyEntry>] = [], workloads: [Selection<Workload>] = [],
    trials: Int = 1, seed: UInt64 = 1, costs: CostModel = CostModel(), trace: Trace? = nil
  ) {
    self.strategies = strategies
    self.workloads = workloads
    self.trace = trace
    others.trials = trials
    others.seed = seed
    others.costs = costs
  }

  package init(_ options: RunOptions, _ registry: Registry, trace: Trace? = nil) throws {
    strategies = try .strategies(
      options.strategies.joined(separator: ","), from: registry.strategies, time: .real)
    workloads = try .workloads(
      options.workloads.joined(separator: ","), from: registry.workloads, time: .real)
    view = try options.view.map { try Selection.one($0, from: registry.toolkits) }
    self.trace = trace
    others = options
  }

  /// The options as results store them. Takes time in proportion to the recordings, whose digest it computes.
  package var options: RunOptions {
    var options = others
    options.strategies = strategies.map(\.key)
    options.workloads = workloads.map(\.key)
    options.view = view?.key
    options.hopNanoseconds = hop.wholeNanoseconds
    options.trace = digest
    return options
  }

  private var digest: String? {
    guard !recordings.isEmpty else { return trace.map { Digest.of($0.data) } }
    let replayed = workloads.compactMap { recordings[$0.key]?.trace }
    return Digest.of(Data(replayed.map { Digest.of($0.data) }.joined().utf8))
  }

  package subscript<Value>(dynamicMember path: WritableKeyPath<RunOptions, Value>) -> Value {
    get { others[keyPath: path] }
    set { others[keyPath: path] = newValue }
  }

  package func checkVirtual() throws {
    let realTimeOnly =
      strategies.filter(\.entry.isRealTimeOnly).map(\.key)
      + workloads.filter(\.entry.isRealTimeOnly).map(\.key)
    guard realTimeOnly.isEmpty else { throw BenchError.realTimeOnly(names: realTimeOnly) }
  }

  /// Makes the plans, by workload. Refuses a bad workload before anything runs or is written.
  package func plans() throws -> [String: TrialPlan] {
    try workloads.reduce(into: [:]) { $0[$1.key] = try plan(of: $1) }
  }

  package func plan(of workload: Selection<Workload>) throws -> TrialPlan {
    try workload.entry.plan(
      values: workload.values, costs: others.costs, seed: others.seed,
      trace: recording(workload.key) ?? trace)
  }

  package func recording(_ workload: String) -> Trace? { recordings[workload]?.trace }

  /// Sets the recordings to replay. If there are several, a workload for each, named after its file, replaces `trace`.
  package mutating func replay(
    _ traces: [(path: String, trace: Trace)], deliveries: [RecordedDeliveries?] = []
  ) throws {
    trace = traces.first?.trace
    guard traces.count > 1 else { return }
    if workloads.count == 1 { noun = "recordings" }
    let names = traces.map {
      URL(fileURLWithPath: $0.path).deletingPathExtension().lastPathComponent
    }
    let counts = Dictionary(grouping: names) { $0 }.mapValues(\.count)
    workloads = try workloads.flatMap { workload -> [Selection<Workload>] in
      guard workload.entry.name == "trace" else { return [workload] }
      return try zip(traces, names).enumerated().map { number, named in
        let (recording, name) = named
        let isUnique = counts[name] == 1
        let own = try Selection(workload.entry.named(isUnique ? name : recording.path))
        recordings[own.key] = (
          recording.trace, number < deliveries.count ? deliveries[number] : nil
        )
        return own
      }
    }
  }

  package func hasSeveralViews() throws -> Bool {
    try workloads.contains { try recording($0.key)?.viewCount ?? plan(of: $0).viewCount > 1 }
  }

  package var hasTraceWithoutRows: Bool {
    recordings.isEmpty
      ? trace?.namesRows == false : recordings.values.contains { !$0.trace.namesRows }
  }

  /// The costs of the options, replaced by the measured costs of recorded deliveries, if any.
  package func recordedCosts(_ workload: String) -> CostModel {
    recordings[workload]?.deliveries?.applied(to: others.costs) ?? others.costs
  }
}
