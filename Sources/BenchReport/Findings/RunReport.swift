import BenchHarness
import BenchMath
import Foundation

package struct RunReport: Sendable {
  package typealias Groups = [String: DeliveryGroup]
  /// A finding about a group, or about the whole run if the group is nil.
  package typealias Said = (group: DeliveryGroup?, finding: Finding)

  /// One report for each workload and group.
  package let workloads: [WorkloadReport]
  package let hasOneWorkload: Bool
  package let ranges: [ParameterFamily]
  /// The strategies of each group, sorted by cost ratio, the lowest first.
  package let rankings: [(group: DeliveryGroup, standings: [Standing])]
  package private(set) var bottomLine: [Said]
  /// The cost ratios of the same run with a more expensive reload; nil if that was not simulated.
  package private(set) var dearer: (reload: String, ratios: [String: Double])?

  /// `plans` are those of the workloads, by key.
  package init(
    _ records: [Trial], _ settings: RunSettings, _ plans: [String: TrialPlan], isBusy: Bool
  ) {
    self.init(
      CellSummary.summaries(of: records, settings),
      groups: settings.strategies.reduce(into: [:]) { $0[$1.key] = $1.delivery.group },
      families: ParameterFamily.families(of: settings.strategies),
      ranges: ParameterFamily.families(of: settings.workloads), isBusy: isBusy,
      ownBlocks: plans.mapValues(\.surroundings.longestBlock))
  }

  /// Strategies without a group deliver nothing; they are listed with the first group, usually the reloads.
  init(
    _ cells: [CellSummary], groups: Groups, families: [ParameterFamily] = [],
    ranges: [ParameterFamily] = [], isBusy: Bool = false, ownBlocks: [String: Double] = [:]
  ) {
    self.ranges = ranges
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
      let places = own.filter { $0.median(.costRatio) != nil }.map(\.workload).distinct
      let ranking = own.map(\.strategy).distinct.compactMap { strategy in
        Standing(own.filter { $0.strategy == strategy }, on: Set(places))
      }.sorted { $0.ratio.median < $1.ratio.median }
      rankings.append((group, ranking))
      let notRanked = places.isEmpty ? nil : Self.notRanked(own, ranking, places)
      let ranges = families.filter { groups[$0.values[0].key] == group }
      let findings: [Finding] =
        [Self.headline(ranking, places, certainty)]
        // With a single workload, the workload's own findings say the same.
        + (hasOneWorkload ? [] : Self.trades(ranking, certainty))
        + (notRanked.map { [$0] } ?? []) + ranges.flatMap { $0.findings(over: own) }
      said += findings.map { (group, $0) }
    }
    self.rankings = rankings
    bottomLine =
      said + [Self.instead(rankings), certainty.note].compactMap { $0 }.map { (nil, $0) }
  }

  /// Adds which conclusions still hold in `other`, the report of the same run with a more expensive `reload`.
  package mutating func compare(with other: RunReport, reload: String) {
    let standings = other.rankings.flatMap(\.standings)
    dearer = (
      reload, Dictionary(standings.map { ($0.name, $0.ratio.median) }, uniquingKeysWith: { $1 })
    )
    for (group, ranking) in rankings {
      let others = other.rankings.first { $0.group == group }.map(\.standings) ?? []
      guard ranking.count > 1, others.count > 1 else { continue }
      let pairs = zip(Self.conclusions(ranking), Self.conclusions(others))
      func texts(ofSame isSame: Bool) -> [String] {
        pairs.filter { ($0.strategies == $1.strategies) == isSame }.map(\.1.text)
      }
      let place = bottomLine.lastIndex { $0.group == group }.map { $0 + 1 } ?? bottomLine.count
      bottomLine.insert(
        (group, .dearer(reload: reload, same: texts(ofSame: true), other: texts(ofSame: false))),
        at: place)
    }
  }

  private static func conclusions(_ all: [Standing]) -> [(strategies: Set<String>, text: String)] {
    func least(
      _ figure: (Standing) -> Double?, _ one: String, _ several: String
    ) -> (Set<String>, String) {
      let figures = all.map { figure($0) ?? .infinity }
      let least = FigureText.threeDigits(figures.min() ?? .infinity)
      let names = zip(all, figures).filter { FigureText.threeDigits($1) == least }.map(\.0.name)
      return (Set(names), "\(names.listed) \(names.count == 1 ? one : several)")
    }
    return all.prefix(1).map {
      ([$0.name], "\($0.name) comes nearest (\(FigureText.threeDigits($0.ratio.median)) times)")
    } + [
      least(\.latency, "has the lowest latency", "have the lowest latency"),
      least(\.busy, "uses the least main-thread time", "use the least main-thread time"),
    ]
  }

  /// Compares the best strategies of the two groups, whose costs are computed alike; nil unless there are two groups.
  private static func instead(
    _ rankings: [(group: DeliveryGroup, standings: [Standing])]
  ) -> Finding? {
    guard rankings.count == 2, let reloading = rankings[0].standings.first,
      let changing = rankings[1].standings.first
    else { return nil }
    let factors = reloading.costs.compactMap { workload, cost in
      changing.costs[workload].map { log($0 / cost) }
    }
    guard !factors.isEmpty else { return nil }
    return .instead(
      of: reloading.name, changing.name, exp(factors.reduce(0, +) / Double(factors.count)))
  }

  private static func headline(
    _ ranking: [Standing], _ places: [String], _ certainty: Certainty
  ) -> Finding {
    guard let first = ranking.first else { return .nothingRanked(isKnown: !places.isEmpty) }
    guard ranking.count > 1 else { return .only(first, on: places) }
    let others = ranking.dropFirst().map { standing in
      let ratio = FigureText.threeDigits(standing.ratio.median)
      return (name: "\(standing.name) (\(ratio))", trials: standing.ratios)
    }
    return .nearest(first, on: places, certainty.rivals(of: first.ratios, among: others))
  }

  /// Findings about the best strategy's latency and main-thread time, and about the least of each, if over 10 % less.
  private static func trades(_ ranking: [Standing], _ certainty: Certainty) -> [Finding] {
    guard let first = ranking.first, let latency = first.latency, let busy = first.busy else {
      return []
    }
    var findings = [Finding.does(latency: latency, busy: busy)]
    let all = ranking.compactMap { standing in
      standing.latency.flatMap { latency in standing.busy.map { (standing, latency, $0) } }
    }
    func rivals(_ best: Standing, _ trials: (Standing) -> [Double]) -> Finding.Rivals {
      let others = all.map(\.0).filter { $0.name != best.name }
      return certainty.rivals(of: trials(best), among: others.map { ($0.name, trials($0)) })
    }
    let margin = Certainty.margin
    if let (best, least, busy) = all.min(by: { $0.1 < $1.1 }), least * margin < latency {
      findings.append(.fastest(best.name, latency: least, busy: busy, rivals(best, \.latencies)))
    }
    if let (best, latency, least) = all.min(by: { $0.2 < $1.2 }), least * margin < busy {
      findings.append(.leastBusy(best.name, busy: least, latency: latency, rivals(best, \.shares)))
    }
    return findings
  }

  /// Names strategies that failed, or that have no cost ratio where others have one.
  private static func notRanked(
    _ cells: [CellSummary], _ ranking: [Standing], _ places: [String]
  ) -> Finding? {
    let ranked = Set(ranking.map(\.name))
    let remarks = cells.map(\.strategy).distinct.filter { !ranked.contains($0.readableKey) }
      .map { strategy in
        let causes = cells.filter { $0.strategy == strategy }.compactMap { cell -> String? in
          let isMissing = cell.median(.costRatio) == nil && places.contains(cell.workload)
          guard isMissing || !cell.isCorrect else { return nil }
          let cause =
            !cell.isCorrect
            ? cell.failures : cell.voids.isEmpty ? "its best possible is unknown" : cell.voids
          return "\(cause) on \(cell.workload.readableKey)"
        }
        return (strategy.readableKey, causes.joined(separator: ", "))
      }
    return remarks.isEmpty ? nil : .notRanked(remarks)
  }
}
