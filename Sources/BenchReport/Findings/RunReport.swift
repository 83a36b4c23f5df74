import BenchHarness

package struct RunReport: Sendable {
  package typealias Groups = [String: DeliveryGroup]
  /// A sentence about a group, or about the whole run if the group is nil.
  package typealias Said = (group: DeliveryGroup?, sentence: String)
  package typealias Rankings = [(group: DeliveryGroup, standings: [Standing])]

  /// One report for each workload and group.
  package let workloads: [WorkloadReport]
  package let ranges: [ParameterFamily]
  /// The strategies of each group, sorted by the largest share of a limit that each uses, the lowest first.
  package let rankings: Rankings
  /// The limits that no strategy of a group keeps.
  private var missed: [DeliveryGroup: [Limit.Use]] = [:]
  package private(set) var bottomLine: [Said]
  /// The standings, by name, in the same run with other costs, as far as that was simulated.
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
    let cells = cells.filter { groups[$0.strategy] != nil }
    let certainty = Certainty(cells, isBusy: isBusy)
    var (said, rankings): ([Said], Rankings) = ([], [])
    for group in present {
      let own = cells.filter { groups[$0.strategy] == group }
      guard !own.isEmpty else { continue }
      let places = Set(own.filter(\.hasFeltFigures).map(\.workload))
      let missed = Limit.missed(by: own.filter(\.isCorrect))
      let ranking = own.map(\.strategy).distinct.compactMap { strategy in
        Standing(own.filter { $0.strategy == strategy }, on: places, missed: missed)
      }.sorted { ($0.use.share, $0.busy ?? 0) < ($1.use.share, $1.busy ?? 0) }
      rankings.append((group, ranking))
      self.missed[group] = missed
      let ranges = families.filter { groups[$0.values[0].key] == group }
      let sentences =
        [Self.headline(ranking, own.map(\.workload).distinct, missed)]
        + [Self.notRanked(own, ranking, places)].compactMap { $0 } + Self.equal(own)
        + ranges.flatMap { $0.sentences(over: own) }
      said += sentences.map { (group, $0) }
    }
    self.rankings = rankings
    bottomLine =
      said + [Self.instead(rankings), certainty.note].compactMap { $0 }.map { (nil, $0) }
  }

  /// Adds what `other` concludes, the report of the same run with other costs. `title` is that of their column, `place` the
  /// beginning of a sentence on them.
  package mutating func compare(with other: RunReport, _ title: String, _ place: String) {
    let standings = other.rankings.flatMap(\.standings)
    elsewhere.append(
      (title, Dictionary(standings.map { ($0.name, $0) }, uniquingKeysWith: { $1 })))
    for (group, ranking) in other.rankings where ranking.count > 1 {
      let workloads = other.workloads.filter { $0.group == group }.map(\.workload).distinct
      let first = bottomLine.firstIndex { $0.group == group } ?? 0
      let headline = Self.headline(
        ranking, workloads, other.missed[group] ?? [], place: place)
      bottomLine.insert((group, headline), at: min(first + elsewhere.count, bottomLine.count))
    }
    if let instead = Self.instead(other.rankings, place: place) {
      bottomLine.append((nil, instead))
    }
  }

  /// Names the strategies that stay within every limit: those about as good as the best, then the others. If there are
  /// limits that none keeps, these come first. With `place`, such as "On a list of GTK", tells it of the same run there.
  private static func headline(
    _ ranking: [Standing], _ workloads: [String], _ missed: [Limit.Use], place: String? = nil
  ) -> String {
    guard let first = ranking.first else {
      return "Nothing can be compared: no strategy has figures on every workload."
    }
    let scope =
      workloads.count == 1 ? workloads[0].readableKey : "these \(workloads.count) workloads"
    let none = place.map { "\($0), no" } ?? "No"
    let best = missed.map { $0.figureText(withWorkload: workloads.count > 1) }.some
    let beginning =
      "\(none) strategy stays within every limit on \(scope)"
      + (missed.isEmpty ? ". " : ": at best, \(best). ")
    guard first.isWithinLimits else {
      // A strategy that shows nothing in motion misses by any factor.
      let share = first.use.share
      let factor = share.isFinite ? "\(FigureText.threeDigits(share)) times the limit: " : ""
      let goal = missed.isEmpty ? "nearest" : "nearest to that and to the other limits"
      return "\(beginning)\(first.name) comes \(goal), with \(factor)\(first.use.text)."
    }
    let within = ranking.filter(\.isWithinLimits)
    let equals = within.filter { !$0.isNoticeablyWorse(than: first) }
    let others = within.filter { $0.isNoticeablyWorse(than: first) }.map(\.name)
    let main = equals.compactMap(\.busy).map(FigureText.percent)
    let (lead, names) = (place.map { "\($0), " } ?? "", equals.map(\.name).listed)
    let using = main.isEmpty ? "" : ", using \(main.listed) of main-thread time"
    let rest = "; \(others.listed) \(others.count == 1 ? "does" : "do"), too, but less well."
    let end = using + (others.isEmpty ? "." : rest)
    guard missed.isEmpty else {
      let (does, stays) = equals.count == 1 ? ("does", "stays") : ("do", "stay")
      return "\(beginning)\(names) \(does) that, and \(stays) within the other limits\(end)"
    }
    return "\(lead)\(names) \(equals.count == 1 ? "stays" : "stay") within every limit on "
      + "\(scope)\(end)"
  }

  /// Says what a person notices of changing rows, by the best strategies of the two groups; nil unless there are two.
  private static func instead(_ rankings: Rankings, place: String? = nil) -> String? {
    guard rankings.count == 2, let reloading = rankings[0].standings.first,
      let changing = rankings[1].standings.first
    else { return nil }
    let differences = changing.differences(from: reloading)
    let words =
      differences.isEmpty
      ? "makes no difference that a person notices"
      : "changes what a person notices: \(differences.joined(separator: ", "))"
    let lead = place.map { "\($0), " } ?? ""
    let need = place == nil ? " Its updates must name the changed rows, as ChangedIDs does." : ""
    return "\(lead)\(changing.name), which changes rows, in place of \(reloading.name) \(words)."
      + need
  }

  /// Names strategies that differ in parameters but, on every workload, in no figure. Never so in real time.
  private static func equal(_ cells: [CellSummary]) -> [String] {
    func figures(_ strategy: String) -> [String: [String: Double]] {
      cells.filter { $0.strategy == strategy }.reduce(into: [:]) {
        $0[$1.workload] = $1.figures.mapValues(\.median)
      }
    }
    let strategies = cells.filter { !$0.figures.isEmpty }.map(\.strategy).distinct
    let names = Dictionary(grouping: strategies, by: \.withoutParameters).values
    return names.filter { $0.count > 1 }.flatMap { Dictionary(grouping: $0, by: figures).values }
      .filter { $0.count > 1 }.sorted { $0[0] < $1[0] }.map { keys in
        let names = keys.map(\.readableKey).listed
        return "\(names) have the same figures: these parameters make no difference here."
      }
  }

  /// Names strategies that failed, or that have no figures where others have some.
  private static func notRanked(
    _ cells: [CellSummary], _ ranking: [Standing], _ places: Set<String>
  ) -> String? {
    let ranked = Set(ranking.map(\.name))
    let remarks = cells.map(\.strategy).distinct.filter { !ranked.contains($0.readableKey) }
      .map { strategy in
        let causes = cells.filter { $0.strategy == strategy }.compactMap { cell -> String? in
          let isMissing = !cell.hasFeltFigures && places.contains(cell.workload)
          guard isMissing || !cell.isCorrect else { return nil }
          let cause = cell.isCorrect ? cell.voids : cell.failures
          return "\(cause.isEmpty ? "nothing was shown" : cause) on \(cell.workload.readableKey)"
        }
        let name = strategy.readableKey
        return causes.isEmpty ? name : "\(name) (\(causes.joined(separator: ", ")))"
      }
    return remarks.isEmpty ? nil : "Not ranked: \(remarks.joined(separator: ", "))."
  }
}
