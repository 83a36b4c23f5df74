import BenchHarness
import BenchReport

/// A request for a recommendation: the question, with the settings to answer it.
package struct RecommendationRequest: Sendable {
  /// What the caller gives; recordings and names are as the user wrote them.
  package struct Given: Sendable {
    package var goals: [Goal] = []
    package var hasPrice = false
    package var share = 1.0
    package var recordings: [(path: String, recording: Recording)] = []
    /// Lists in the format of `--strategy` and `--workload`; nil for the default.
    package var strategies: String?
    package var workloads: String?
    package var costs = CostModel()
    /// Whether the user gave the cost of a reload, which then replaces recorded costs.
    package var hasReloadCost = false
    package var hop = RunSettings.usualHop

    package init() {}
  }

  package let question: Question
  package let settings: RunSettings
  private let now: Selection<StrategyEntry>?

  package init(_ given: Given, _ registry: Registry) throws {
    let deliveries = given.recordings.map(\.recording.deliveries)
    var question = Question(given.goals, hasPrice: given.hasPrice, share: given.share)
    question.deliveries = deliveries.compactMap { $0 }.distinct
    question.coarse = given.recordings.compactMap(\.recording.coarse).first
    question.isBuiltIn = given.recordings.isEmpty
    question.isGiven = given.hasReloadCost
    var costs = given.costs
    if given.recordings.count == 1, !given.hasReloadCost, let recorded = deliveries[0] {
      costs = recorded.applied(to: costs)
    }
    var settings = RunSettings(
      strategies: [],
      workloads: try .workloads(
        given.workloads ?? "trace", from: registry.workloads, time: .virtual,
        hasTrace: !given.recordings.isEmpty),
      costs: costs)
    settings.hop = given.hop
    try settings.replay(
      given.recordings.map { ($0.path, $0.recording.trace) }, deliveries: deliveries)
    question.knowsRows = !settings.hasTraceWithoutRows
    settings.strategies = try Self.strategies(
      given.strategies, registry, hasSeveralViews: settings.hasSeveralViews(),
      byRows: question.knowsRows)
    let paces = deliveries.map { $0?.pace }.distinct
    let recorded = (paces.count == 1 ? paces[0] : nil).flatMap {
      try? Selection.one($0, from: registry.strategies)
    }
    let haveTimes = !deliveries.isEmpty && deliveries.allSatisfy { $0?.haveTimes == true }
    question.isRecorded = recorded != nil || haveTimes
    let unknown = haveTimes ? .recorded : registry.strategies.first { $0.name == "naive" }
    now = try recorded ?? unknown.map { try Selection($0) }
    // Spells the key as the results do.
    question.now = now?.key
    self.question = question
    self.settings = settings
  }

  /// Throws if a strategy or workload needs real time.
  package func run() throws -> RecommendationRun {
    try RecommendationRun(settings, question, now: now)
  }

  /// The strategies to try. Omits row changes if a recording names no rows: the costs of one row per update mislead.
  private static func strategies(
    _ list: String?, _ registry: Registry, hasSeveralViews: Bool, byRows: Bool
  ) throws -> [Selection<StrategyEntry>] {
    if let list {
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
    let policies = registry.strategies.filter {
      // A default choice must be safe in any app. With one view, a group strategy acts like its ungrouped counterpart.
      $0.isProposed && $0.breaks[.freshAfterWillSet] == nil && (hasSeveralViews || !$0.isGroup)
    }
    return try policies.map { try Selection($0) }
      + (byRows ? policies.map { try Selection($0, given: ["by": "rows"]) } : [])
  }
}
