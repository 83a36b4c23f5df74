import BenchHarness

/// The strategies of a group, ranked by the largest share of a limit that each uses, the lowest first.
package struct GroupRanking: Sendable {
  package let group: DeliveryGroup
  package let standings: [Standing]
  let cells: [CellSummary]
  /// The limits that no strategy keeps.
  private let missed: [Limit.Use]

  /// Nil without cells.
  init?(_ group: DeliveryGroup, _ cells: [CellSummary]) {
    guard !cells.isEmpty else { return nil }
    self.group = group
    self.cells = cells
    let missed = Limit.missed(by: cells.filter(\.isCorrect))
    self.missed = missed
    let places = Self.places(cells)
    standings = cells.map(\.strategy).distinct.compactMap { strategy in
      Standing(cells.filter { $0.strategy == strategy }, on: places, missed: missed)
    }.sorted { ($0.use.share, $0.busy ?? 0) < ($1.use.share, $1.busy ?? 0) }
  }

  /// The workloads on which at least one strategy has figures.
  private static func places(_ cells: [CellSummary]) -> Set<String> {
    Set(cells.filter(\.hasFeltFigures).map(\.workload))
  }

  /// Whether there is more than one strategy to compare.
  package var compares: Bool { standings.count > 1 }

  var sentences: [String] { [headline()] + [notRanked].compactMap { $0 } + equal }

  /// Names the strategies that stay within every limit: those about as good as the best, then the others. If there are
  /// limits that none keeps, these come first. With `place`, such as "On a list of GTK", tells it of the same run there.
  func headline(place: String? = nil) -> String {
    guard let first = standings.first else {
      return "Nothing can be compared: no strategy has figures on every workload."
    }
    let workloads = cells.map(\.workload).distinct
    let scope =
      workloads.count == 1 ? workloads[0].readableKey : "these \(workloads.count) workloads"
    let best = missed.map { $0.figureText(withWorkload: workloads.count > 1) }.some
    let beginning =
      (place.map { "\($0), no" } ?? "No") + " strategy stays within every limit on \(scope)"
      + (missed.isEmpty ? ". " : ": at best, \(best). ")
    guard first.isWithinLimits else {
      // A strategy that shows nothing in motion misses by any factor.
      let share = first.use.share
      let factor = share.isFinite ? "\(FigureText.threeDigits(share)) times the limit: " : ""
      let goal = missed.isEmpty ? "nearest" : "nearest to that and to the other limits"
      return "\(beginning)\(first.name) comes \(goal), with \(factor)\(first.use.text)."
    }
    let within = standings.filter(\.isWithinLimits)
    let equals = within.filter { !$0.isNoticeablyWorse(than: first) }
    let others = within.filter { $0.isNoticeablyWorse(than: first) }.map(\.name)
    let names = equals.map(\.name)
    let busy = equals.compactMap(\.busy).map(FigureText.percent)
    let using = busy.isEmpty ? "" : ", using \(busy.listed) of main-thread time"
    let rest =
      others.isEmpty ? "." : "; \(others.listed) \(others.verb("does", "do")), too, but less well."
    let stays = names.verb("stays", "stay")
    guard missed.isEmpty else {
      return
        "\(beginning)\(names.listed) \(names.verb("does", "do")) that, and \(stays) within the "
        + "other limits\(using)\(rest)"
    }
    return (place.map { "\($0), " } ?? "")
      + "\(names.listed) \(stays) within every limit on \(scope)\(using)\(rest)"
  }

  /// Names strategies that failed, or that have no figures where others have some.
  private var notRanked: String? {
    let (ranked, places) = (Set(standings.map(\.name)), Self.places(cells))
    let others = cells.map(\.strategy).distinct.filter { !ranked.contains($0.readableKey) }
    let remarks = others.map { strategy in
      let causes = cells.filter { $0.strategy == strategy }.compactMap { cell -> String? in
        let isMissing = !cell.hasFeltFigures && places.contains(cell.workload)
        guard isMissing || !cell.isCorrect else { return nil }
        let cause = cell.isCorrect ? cell.voids : cell.failures
        return "\(cause.isEmpty ? "nothing was shown" : cause) on \(cell.workload.readableKey)"
      }
      let why = causes.isEmpty ? "" : " (\(causes.joined(separator: ", ")))"
      return strategy.readableKey + why
    }
    return remarks.isEmpty ? nil : "Not ranked: \(remarks.joined(separator: ", "))."
  }

  /// Names strategies that differ in parameters but, on every workload, in no figure. Never so in real time.
  private var equal: [String] {
    func figures(_ strategy: String) -> [String: [String: Double]] {
      cells.filter { $0.strategy == strategy }.reduce(into: [:]) {
        $0[$1.workload] = $1.figures.mapValues(\.median)
      }
    }
    let strategies = cells.filter { !$0.figures.isEmpty }.map(\.strategy).distinct
    let names = Dictionary(grouping: strategies, by: \.withoutParameters).values
    let equals = names.filter { $0.count > 1 }
      .flatMap { Dictionary(grouping: $0, by: figures).values }.filter { $0.count > 1 }
    return equals.sorted { $0[0] < $1[0] }.map { keys in
      let names = keys.map(\.readableKey).listed
      return "\(names) have the same figures: these parameters make no difference here."
    }
  }
}
