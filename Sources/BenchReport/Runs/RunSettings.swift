import BenchHarness
import Coalesce
import Foundation

/// What a run is made of: its options, and what this program knows by their names.
@dynamicMemberLookup
package struct RunSettings: Sendable {
  package private(set) var options = RunOptions() {
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
  private var recordings: [String: (trace: Trace, workload: Selection<Workload>)] = [:]
  /// What the workloads are to the caller, in the plural.
  package private(set) var noun = "workloads"

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

extension RunSettings {
  /// The endings of files that a folder is searched for.
  package static let recordingTypes = [
    "csv", "tsv", "json", "jsonl", "ndjson", "log", "txt", "cast", "gz",
  ]

  /// Replays these recordings. Several become workloads of their own, in the place of the one that
  /// replays a recording, each under the name of its file; sessions under their own.
  package mutating func replay(
    _ traces: [(path: String, trace: Trace)], areSessions: Bool = false
  ) throws {
    trace = traces.first?.trace
    guard traces.count > 1 else { return }
    options.trace = Digest.of(Data(traces.map { Digest.of($0.trace.data) }.joined().utf8))
    noun = areSessions ? "sessions" : workloads.count == 1 ? "recordings" : noun
    let names = traces.map {
      areSessions
        ? $0.path : URL(fileURLWithPath: $0.path).deletingPathExtension().lastPathComponent
    }
    let counts = Dictionary(grouping: names) { $0 }.mapValues(\.count)
    workloads = try workloads.flatMap { workload -> [Selection<Workload>] in
      guard workload.entry.name == "trace" else { return [workload] }
      return try zip(traces, names).map { recording, name in
        let isUnique = counts[name] == 1
        let own = try Selection(workload.entry.named(isUnique ? name : recording.path))
        recordings[own.key] = (recording.trace, workload)
        return own
      }
    }
  }

  /// The recordings that `paths` name: a folder stands for those in it, in the order of their names.
  /// - Throws: ``BenchError`` for a folder without any.
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
          cause: "it is a folder without a recording (\(recordingTypes.joined(separator: ", "))).")
      }
      return files.map(\.relativePath)
    }.distinct
  }

  package func hasSeveralViews() throws -> Bool {
    try workloads.contains {
      try recording($0.key)?.viewCount ?? plan(of: $0).viewCount > 1
    }
  }

  /// Whether there is a recording that does not say which rows change.
  package var hasTraceWithoutRows: Bool {
    recordings.isEmpty
      ? trace?.namesRows == false : recordings.values.contains { !$0.trace.namesRows }
  }

  /// The same with the workload of that key alone, as a child process can run it, too.
  package func only(_ workload: String) -> RunSettings {
    var settings = self
    settings.workloads = workloads.filter { $0.key == workload }
    if let recording = recordings[workload] {
      (settings.workloads, settings.trace) = ([recording.workload], recording.trace)
    }
    return settings
  }
}
