import BenchHarness

package struct RunReport: Sendable {
  /// A sentence about a group, or about the whole run if the group is nil.
  package typealias Said = (group: DeliveryGroup?, sentence: String)

  /// One report for each workload and group.
  package let workloads: [WorkloadReport]
  package let ranges: [ParameterFamily]
  package let rankings: [GroupRanking]
  package private(set) var bottomLine: [Said]
  /// The standings, by name, in the same run with other costs, if that was simulated.
  package private(set) var elsewhere: [(title: String, standings: [String: Standing])] = []
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
    _ cells: [CellSummary], groups: [String: DeliveryGroup], families: [ParameterFamily] = [],
    ranges: [ParameterFamily] = [], isBusy: Bool = false, latencyPrice: Double = 0.02,
    ownBlocks: [String: Double] = [:]
  ) {
    self.ranges = ranges
    self.latencyPrice = latencyPrice
    let present = DeliveryGroup.allCases.filter { groups.values.contains($0) }
    let silentGroup = present.first ?? .reloads
    workloads = cells.map(\.workload).distinct.flatMap { workload in
      DeliveryGroup.allCases.compactMap { group in
        WorkloadReport(
          group,
          cells.filter {
            $0.workload == workload && groups[$0.strategy] ?? silentGroup == group
          }, delivers: { groups[$0.strategy] != nil }, families, isBusy: isBusy,
          ownBlock: ownBlocks[workload] ?? 0)
      }
    }
    let speaking = cells.filter { groups[$0.strategy] != nil }
    rankings = present.compactMap { group in
      GroupRanking(group, speaking.filter { groups[$0.strategy] == group })
    }
    bottomLine = rankings.flatMap { ranking -> [Said] in
      let own = families.filter { groups[$0.values[0].key] == ranking.group }
      return (ranking.sentences + own.flatMap { $0.sentences(over: ranking.cells) })
        .map { (ranking.group, $0) }
    }
    let note = Certainty(speaking, isBusy: isBusy).note
    bottomLine += [instead(), note].compactMap { $0 }.map { (nil, $0) }
  }

  /// Adds the conclusions of `other`, the report of the same run with other costs. `title` is the title of their
  /// column, and `place` begins a sentence about them.
  package mutating func compare(with other: RunReport, _ title: String, _ place: String) {
    let standings = other.rankings.flatMap(\.standings)
    elsewhere.append(
      (title, Dictionary(standings.map { ($0.name, $0) }, uniquingKeysWith: { $1 })))
    for ranking in other.rankings where ranking.compares {
      let first = bottomLine.firstIndex { $0.group == ranking.group } ?? 0
      bottomLine.insert(
        (ranking.group, ranking.headline(place: place)),
        at: min(first + elsewhere.count, bottomLine.count))
    }
    if let instead = other.instead(place: place) { bottomLine.append((nil, instead)) }
  }

  /// Says what a person notices of changing rows, by the best strategies of the two groups; nil unless there are two. If
  /// the strategy that reloads best changes rows about as well as any, it is that one: the smaller step for an app.
  private func instead(place: String? = nil) -> String? {
    guard rankings.count == 2, let reloading = rankings[0].standings.first,
      let best = rankings[1].standings.first
    else { return nil }
    let same = rankings[1].standings.first {
      $0.name.withoutParameters == reloading.name.withoutParameters
    }
    let changing = same.map { $0.isNoticeablyWorse(than: best) ? best : $0 } ?? best
    let differences = changing.differences(from: reloading)
    let words =
      differences.isEmpty
      ? "makes no difference that a person notices"
      : "changes what a person notices: \(differences.joined(separator: ", "))"
    let need = place == nil ? " Its updates must name the changed rows, as ChangedIDs does." : ""
    return (place.map { "\($0), " } ?? "")
      + "\(place == nil ? "Changing" : "changing") rows with \(changing.name) instead of reloading with "
      + "\(reloading.name) \(words).\(need)"
  }
}
