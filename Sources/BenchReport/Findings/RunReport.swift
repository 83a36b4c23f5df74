import BenchHarness

/// Costs other than those of a run, by the title of their column and by the beginning of a sentence on them.
package struct OtherCosts: Sendable {
  package let title: String
  let place: String

  package init(_ title: String, _ place: String) { (self.title, self.place) = (title, place) }
}

package struct RunReport: Sendable {
  package typealias Groups = [String: DeliveryGroup]
  /// A finding about a group, or about the whole run if the group is nil.
  package typealias Said = (group: DeliveryGroup?, finding: Finding)

  /// One report for each workload and group.
  package let workloads: [WorkloadReport]
  package let hasOneWorkload: Bool
  package let ranges: [ParameterFamily]
  /// The strategies of each group, sorted by the largest share of a limit that each uses, the lowest first.
  package let rankings: [(group: DeliveryGroup, standings: [Standing])]
  package private(set) var bottomLine: [Said]
  /// The standings, by name, in the same run with other costs, as far as that was simulated.
  package private(set) var elsewhere: [(costs: OtherCosts, standings: [String: Standing])] = []
  /// The price of waiting at which costs were computed.
  package let latencyPrice: Double

  /// `plans` are those of the workloads, by key.
  package init(
    _ records: [Trial], _ settings: RunSettings, _ plans: [String: TrialPlan], isBusy: Bool
  ) {
    self.init(
      CellSummary.summaries(of: records, settings),
      groups: settings.strategies.reduce(into: [:]) { $0[$1.key] = $1.delivery.group },
      families: ParameterFamily.families(of: settings.strategies),
      ranges: ParameterFamily.families(of: settings.workloads), isBusy: isBusy,
      latencyPrice: settings.costs.latencyPrice,
      ownBlocks: plans.mapValues(\.surroundings.longestBlock))
  }

  /// Strategies without a group deliver nothing; they are listed with the first group, usually the reloads.
  init(
    _ cells: [CellSummary], groups: Groups, families: [ParameterFamily] = [],
    ranges: [ParameterFamily] = [], isBusy: Bool = false, latencyPrice: Double = 0.02,
    ownBlocks: [String: Double] = [:]
  ) {
    self.ranges = ranges
    self.latencyPrice = latencyPrice
    let present = DeliveryGroup.allCases.filter { groups.values.contains($0) }
    let silentGroup = present.first ?? .reloads
    workloads = cells.map(\.workload).distinct.flatMap { workload in
      (present.isEmpty ? [.reloads] : present).compactMap { group in
        let own = cells.filter {
          $0.workload == workload && groups[$0.strategy] ?? silentGroup == group
        }
        return own.isEmpty
          ? nil
          : WorkloadReport(
            workload, group, own, groups, families, isBusy, ownBlock: ownBlocks[workload] ?? 0)
      }
    }
    hasOneWorkload = Set(workloads.map(\.workload)).count == 1
    let cells = cells.filter { groups[$0.strategy] != nil }
    let certainty = Certainty(cells, isBusy: isBusy)
    var (said, rankings): ([Said], [(group: DeliveryGroup, standings: [Standing])]) = ([], [])
    for group in present {
      let own = cells.filter { groups[$0.strategy] == group }
      guard !own.isEmpty else { continue }
      let places = Set(own.filter(\.hasFeltFigures).map(\.workload))
      let ranking = own.map(\.strategy).distinct.compactMap { strategy in
        Standing(own.filter { $0.strategy == strategy }, on: places)
      }.sorted { ($0.use.share, $0.busy ?? 0) < ($1.use.share, $1.busy ?? 0) }
      rankings.append((group, ranking))
      let ranges = families.filter { groups[$0.values[0].key] == group }
      let findings: [Finding] =
        [Self.headline(ranking, own.map(\.workload).distinct)]
        + [Self.notRanked(own, ranking, places)].compactMap { $0 } + Self.equal(own)
        + ranges.flatMap { $0.findings(over: own) }
      said += findings.map { (group, $0) }
    }
    self.rankings = rankings
    bottomLine =
      said + [Self.instead(rankings), certainty.note].compactMap { $0 }.map { (nil, $0) }
  }

  /// Adds what `other` concludes, the report of the same run with these `costs`.
  package mutating func compare(with other: RunReport, _ costs: OtherCosts) {
    let standings = other.rankings.flatMap(\.standings)
    elsewhere.append(
      (costs, Dictionary(standings.map { ($0.name, $0) }, uniquingKeysWith: { $1 })))
    for (group, ranking) in other.rankings where ranking.count > 1 {
      let workloads = other.workloads.filter { $0.group == group }.map(\.workload).distinct
      let first = bottomLine.firstIndex { $0.group == group } ?? 0
      let headline = Self.headline(ranking, workloads, place: costs.place)
      bottomLine.insert((group, headline), at: min(first + elsewhere.count, bottomLine.count))
    }
    guard let instead = Self.instead(other.rankings, place: costs.place) else { return }
    let place = bottomLine.lastIndex { if case .instead = $0.finding { true } else { false } }
    bottomLine.insert((nil, instead), at: place.map { $0 + 1 } ?? bottomLine.count)
  }

  private static func headline(
    _ ranking: [Standing], _ workloads: [String], place: String? = nil
  ) -> Finding {
    guard let first = ranking.first else { return .nothingRanked }
    guard first.isWithinLimits else { return .beyond(first, on: workloads, place: place) }
    let within = ranking.filter(\.isWithinLimits)
    return .within(
      within.filter { !$0.isNoticeablyWorse(than: first) },
      others: within.filter { $0.isNoticeablyWorse(than: first) }, on: workloads, place: place)
  }

  /// Compares the best strategies of the two groups; nil unless there are two groups.
  private static func instead(
    _ rankings: [(group: DeliveryGroup, standings: [Standing])], place: String? = nil
  ) -> Finding? {
    guard rankings.count == 2, let reloading = rankings[0].standings.first,
      let changing = rankings[1].standings.first
    else { return nil }
    return .instead(
      of: reloading.name, changing.name, changing.differences(from: reloading), place: place)
  }

  /// Names strategies that differ in parameters but, on every workload, in no figure. Never so in real time.
  private static func equal(_ cells: [CellSummary]) -> [Finding] {
    func figures(_ strategy: String) -> [String: [String: Double]] {
      cells.filter { $0.strategy == strategy }.reduce(into: [:]) {
        $0[$1.workload] = $1.figures.mapValues(\.median)
      }
    }
    let strategies = cells.filter { !$0.figures.isEmpty }.map(\.strategy).distinct
    let names = Dictionary(grouping: strategies) { $0.prefix { $0 != ":" } }.values
    return names.filter { $0.count > 1 }.flatMap { Dictionary(grouping: $0, by: figures).values }
      .filter { $0.count > 1 }.sorted { $0[0] < $1[0] }.map { .equal($0.map(\.readableKey)) }
  }

  /// Names strategies that failed, or that have no figures where others have some.
  private static func notRanked(
    _ cells: [CellSummary], _ ranking: [Standing], _ places: Set<String>
  ) -> Finding? {
    let ranked = Set(ranking.map(\.name))
    let remarks = cells.map(\.strategy).distinct.filter { !ranked.contains($0.readableKey) }
      .map { strategy in
        let causes = cells.filter { $0.strategy == strategy }.compactMap { cell -> String? in
          let isMissing = !cell.hasFeltFigures && places.contains(cell.workload)
          guard isMissing || !cell.isCorrect else { return nil }
          let cause = cell.isCorrect ? cell.voids : cell.failures
          return "\(cause.isEmpty ? "nothing was shown" : cause) on \(cell.workload.readableKey)"
        }
        return (strategy.readableKey, causes.joined(separator: ", "))
      }
    return remarks.isEmpty ? nil : .notRanked(remarks)
  }
}
