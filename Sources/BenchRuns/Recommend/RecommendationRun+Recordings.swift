import BenchHarness
import BenchReport

extension RecommendationRun {
  /// Answers `question` from recordings, or from built-in workloads if there are none. Lists are in the format of
  /// `--strategy` and `--workload`, or nil for the default.
  /// - Throws: ``BenchError`` if a name is unknown, or a strategy or workload needs real time.
  package init(
    _ question: Question, of recordings: [(path: String, recording: Recording)],
    strategies: String?, workloads: String? = nil, costs: CostModel = CostModel(),
    hop: Duration = RunSettings.usualHop, _ registry: Registry
  ) throws {
    var (question, costs) = (question, costs)
    let deliveries = recordings.map(\.recording.deliveries)
    question.deliveries = deliveries.compactMap { $0 }.distinct
    question.coarse = recordings.compactMap(\.recording.coarse).first
    question.isBuiltIn = recordings.isEmpty
    if recordings.count == 1, !question.isGiven, let recorded = deliveries[0] {
      costs = recorded.applied(to: costs)
    }
    var settings = RunSettings(
      workloads: try .workloads(
        workloads ?? "trace", from: registry.workloads, time: .virtual,
        hasTrace: !recordings.isEmpty),
      costs: costs)
    settings.hop = hop
    try settings.replay(recordings.map { ($0.path, $0.recording.trace) }, deliveries: deliveries)
    question.knowsRows = !settings.hasTraceWithoutRows
    settings.strategies =
      try strategies.map { try Self.named($0, registry, byRows: question.knowsRows) }
      ?? Self.proposed(
        registry, hasSeveralViews: settings.hasSeveralViews(), byRows: question.knowsRows)
    let paces = deliveries.map { $0?.pace }.distinct
    let recorded = (paces.count == 1 ? paces[0] : nil).flatMap {
      try? Selection.one($0, from: registry.strategies)
    }
    let haveTimes = !deliveries.isEmpty && deliveries.allSatisfy { $0?.haveTimes == true }
    question.isRecorded = recorded != nil || haveTimes
    let unknown = haveTimes ? .recorded : registry.strategies.first { $0.name == "naive" }
    let now = try recorded ?? unknown.map { try Selection($0) }
    // Spells the key as the results do.
    question.now = now?.key
    try self.init(settings, question, now: now)
  }

  /// Omits row changes if a recording names no rows: the costs of one row per update mislead.
  private static func named(
    _ list: String, _ registry: Registry, byRows: Bool
  ) throws -> [Selection<StrategyEntry>] {
    let named = try [Selection<StrategyEntry>].strategies(
      list, from: registry.strategies, time: .virtual
    ).filter { $0.delivery != .none }
    let usable = named.filter { byRows || $0.delivery == .reload }
    guard usable.isEmpty else { return usable }
    throw BenchError.nothingToRun(
      cause: named.isEmpty
        ? "the chosen strategies deliver nothing. Choose others."
        : "the chosen strategies change rows, but a recording names no rows. Give --row-column.")
  }

  private static func proposed(
    _ registry: Registry, hasSeveralViews: Bool, byRows: Bool
  ) throws -> [Selection<StrategyEntry>] {
    let policies = registry.strategies.filter {
      // A default choice must be safe in any app. With one view, a group strategy acts like its ungrouped counterpart.
      $0.isProposed && $0.breaks[.freshAfterWillSet] == nil && (hasSeveralViews || !$0.isGroup)
    }
    return try policies.map { try Selection($0) }
      + (byRows ? policies.map { try Selection($0, given: ["by": "rows"]) } : [])
  }
}
