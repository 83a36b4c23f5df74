import BenchHarness
import Coalesce
import Foundation

/// The options of a run, with the strategies, workloads and view that they name.
@dynamicMemberLookup
package struct RunSettings: Sendable {
  package internal(set) var options = RunOptions() {
    didSet {
      var other = options
      other.strategies = oldValue.strategies
      if other != oldValue { made = Locked(nil) }
    }
  }
  /// The plans, once made; discarded if any option except the strategies changes.
  private var made = Locked<[String: TrialPlan]?>(nil)
  package var strategies: [Selection<StrategyEntry>] {
    didSet { options.strategies = strategies.map(\.key) }
  }
  package var workloads: [Selection<Workload>] {
    didSet { options.workloads = workloads.map(\.key) }
  }
  /// The recording that the workload `trace` replays.
  package var trace: Trace? { didSet { options.trace = trace.map { Digest.of($0.data) } } }
  /// The view to use; nil for the headless view.
  package var view: Selection<ToolkitEntry>? { didSet { options.view = view?.key } }
  package var memoryLimitBytes: UInt64 = 4 << 30
  /// The deadline of each trial; nil for a default that is longer than any correct strategy needs.
  package var deadline: Duration?
  /// The cost of waking an idle main thread in virtual time.
  package var hop = Self.usualHop
  /// Roughly the cost on Linux; constant, so that figures do not depend on the machine.
  package static let usualHop = Duration.microseconds(200)
  /// The recordings of the workloads made by ``replay(_:deliveries:)``, by key.
  var recordings: [String: (trace: Trace, deliveries: RecordedDeliveries?)] = [:]
  /// The plural noun for the workloads in messages.
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

  package init(_ options: RunOptions, _ registry: Registry, trace: Trace? = nil) throws {
    self.init(strategies: [], workloads: [])
    try adopt(options, registry, trace)
  }

  /// Not part of `init`, because property observers do not run there. Here, each observer sets its part of the options.
  private mutating func adopt(_ options: RunOptions, _ registry: Registry, _ trace: Trace?) throws {
    self.options = options
    strategies = try .strategies(
      options.strategies.joined(separator: ","), from: registry.strategies, time: .real)
    workloads = try .workloads(
      options.workloads.joined(separator: ","), from: registry.workloads, time: .real)
    view = try options.view.map { try Selection.one($0, from: registry.toolkits) }
    self.trace = trace
  }

  package subscript<Value>(dynamicMember path: WritableKeyPath<RunOptions, Value>) -> Value {
    get { options[keyPath: path] }
    set { options[keyPath: path] = newValue }
  }

  /// Whether to record events: if the options ask for them, in a cell's first usable trial of the timing pass.
  func isRecorded(_ trial: Trial.ID, after records: [Trial]) -> Bool {
    options.recordsEvents && trial.pass == .timing
      && !records.contains { $0.events != nil && $0.outcome != .void && $0.cell == trial.cell }
  }

  /// The plans by workload. Refuses a bad workload before anything runs or is written.
  package func plans() throws -> [String: TrialPlan] {
    if let plans = made.withLock({ $0 }) { return plans }
    let plans = try workloads.reduce(into: [:]) { $0[$1.key] = try plan(of: $1) }
    made.withLock { $0 = plans }
    return plans
  }

  func plan(of workload: Selection<Workload>) throws -> TrialPlan {
    try workload.entry.plan(
      values: workload.values, costs: options.costs, seed: options.seed,
      trace: recordings[workload.key]?.trace ?? trace)
  }

  func recording(_ workload: String) -> Trace? { recordings[workload]?.trace }

  package static let recordingTypes = [
    "csv", "tsv", "json", "jsonl", "ndjson", "log", "txt", "cast", "har",
  ]

  /// Sets the recordings to replay. If there are several, a workload for each, named after its file, replaces `trace`.
  package mutating func replay(
    _ traces: [(path: String, trace: Trace)], deliveries: [RecordedDeliveries?] = []
  ) throws {
    trace = traces.first?.trace
    guard traces.count > 1 else { return }
    options.trace = Digest.of(Data(traces.map { Digest.of($0.trace.data) }.joined().utf8))
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

  /// Replaces each folder with the recordings in it, sorted by name.
  package static func recordings(at paths: [String]) throws -> [String] {
    try paths.flatMap { path -> [String] in
      guard let names = try? FileManager.default.contentsOfDirectory(atPath: path) else {
        return [path]
      }
      let folder = URL(fileURLWithPath: path)
      let files = names.filter { !$0.hasPrefix(".") }.sorted().map(folder.appendingPathComponent)
        .filter { recordingTypes.contains($0.pathExtension.lowercased()) }
      guard !files.isEmpty else {
        throw BenchError.badTrace(
          file: path, line: nil, column: nil,
          cause: "the folder has no file of type \(recordingTypes.joined(separator: ", ")).")
      }
      return files.map(\.relativePath)
    }.distinct
  }

  package func hasSeveralViews() throws -> Bool {
    try workloads.contains { try recording($0.key)?.viewCount ?? plan(of: $0).viewCount > 1 }
  }

  package var hasTraceWithoutRows: Bool {
    recordings.isEmpty
      ? trace?.namesRows == false : recordings.values.contains { !$0.trace.namesRows }
  }

  /// The costs of the options, replaced by the measured costs of recorded deliveries, if any.
  func recordedCosts(_ workload: String) -> CostModel {
    recordings[workload]?.deliveries?.applied(to: options.costs) ?? options.costs
  }
}
