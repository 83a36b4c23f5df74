import BenchHarness

/// Searches strategies and parameters for the goals.
///
/// Starts with values that follow from the goals and with a coarse grid around the defaults, then
/// refines each promising strategy in ever smaller steps, down to 2 %. A parameter and its lower
/// bound also move together. Parameters that the caller has set stay.
struct CandidateSearch {
  typealias Trials = ([Selection<StrategyEntry>]) throws -> [Candidate]

  static let precision = 1.02
  private static let factors: [Double] = [1.0 / 27, 1.0 / 9, 1.0 / 3, 3]
  /// For few updates: a small change matters more then, and trials take no time.
  private static let factorsBetween: [Double] = factors.map { $0 * 3.0.squareRoot() }
  private static let fewUpdates = 2_000
  /// Factors around the best, up to a fifth.
  private static let comb: [Double] =
    [0.82, 0.85, 0.88, 0.91, 0.94, 0.97] + [1.03, 1.06, 1.1, 1.14, 1.18, 1.22]
  /// How many strategies run on all of the data after a search on a part of it.
  private static let finalFamilies = 6
  private static let durations = 1e5...1e9

  private let factors: [Double]
  private let delivery: Double
  private let spacings: [Double]
  private let price: Double
  private let weigh: @Sendable (Candidate.Result) -> Double

  init(_ goals: [Goal], weighing: Weighing, costs: CostModel, updates: Int = .max) {
    factors = Self.factors + (updates > Self.fewUpdates ? [] : Self.factorsBetween)
    let delivery = Double(costs.reloadNanoseconds + costs.layoutNanoseconds)
    let price = costs.latencyPrice
    (self.delivery, self.price) = (delivery, price)
    weigh = { weighing.weigh($0, price: price) }
    spacings = goals.flatMap { $0.spacings(delivery: delivery) }.filter { $0 > 0 }
  }

  /// The spacing at which ``SessionPlan/deliveryRate(spacing:)`` compares recordings.
  var usualSpacing: UInt64 { UInt64(spacings.min() ?? 1e8) }

  /// The candidates to try on all of the data: the best of each promising strategy, with stricter
  /// and looser values because other data may be busier or calmer; the best that keep the goals by
  /// rule; and the best of each workload, as a reference.
  func finalists(of found: [Candidate]) -> [Candidate] {
    let standings = Standings(found, weigh)
    var names: Set<String> = []
    let ordered = standings.ranking.ordered
    let families = ordered.filter { names.insert($0.entry.name).inserted }
      .map { best in ordered.filter { $0.entry.name == best.entry.name } }
    let promising = families.filter { own in
      standings.best(own).map { standings.isPromising($0, within: 1.3) } ?? false
    }
    var chosen = (promising.isEmpty ? families : promising).prefix(Self.finalFamilies).flatMap {
      own in
      [standings.best(own), standings.best(own.filter { $0.isBound && $0.isEligible })]
        .compactMap { $0 } + standings.front(own)
    }
    chosen += standings.bestOfWorkloads(beside: chosen)
    var seen: Set<String> = []
    return chosen.filter { seen.insert($0.key).inserted }
  }

  private struct Family {
    let lines: [[Parameter]]
    var next: [Selection<StrategyEntry>]
    var best: String?
    var step: Double
    /// Whether values around the best were tried: with few deliveries, cost is no smooth function.
    var isCombed = false
  }

  func candidates(
    of selections: [Selection<StrategyEntry>], _ trials: Trials
  ) rethrows -> [Candidate] {
    try search(
      selections.map { selection in
        let lines = Self.lines(of: selection)
        return Family(lines: lines, next: first(selection, lines), step: 3.0.squareRoot())
      }, trials)
  }

  /// Continues from `found`, which ran on a part of the data.
  func candidates(
    of selections: [Selection<StrategyEntry>], near found: [Candidate], _ trials: Trials
  ) rethrows -> [Candidate] {
    let standings = Standings(found, weigh)
    let families = selections.compactMap { selection -> Family? in
      let own = found.filter { selection.leads(to: $0.selection) }
      guard let best = standings.best(own), standings.isPromising(best, within: 1.5) else {
        return nil
      }
      let starts = [best, standings.best(own.filter(\.isBound))].compactMap { $0?.selection }
      return Family(
        lines: Self.lines(of: selection), next: starts, step: 1.15, isCombed: true)
    }
    return try search(families, trials)
  }

  private func search(_ families: [Family], _ trials: Trials) rethrows -> [Candidate] {
    var families = families
    var found = [[Candidate]](repeating: [], count: families.count)
    var seen: Set<String> = []
    while true {
      let batch = families.indices.map { number in
        families[number].next.filter { seen.insert($0.key).inserted }
      }
      guard !batch.allSatisfy(\.isEmpty) else { return found.flatMap { $0 } }
      var results = try trials(batch.flatMap { $0 })[...]
      for (number, selections) in batch.enumerated() {
        found[number] += results.prefix(selections.count)
        results = results.dropFirst(selections.count)
      }
      let standings = Standings(found.flatMap { $0 }, weigh)
      for number in families.indices where families[number].step > 1 {
        advance(&families[number], found[number], standings, seen)
      }
    }
  }

  private func advance(
    _ family: inout Family, _ found: [Candidate], _ standings: Standings, _ seen: Set<String>
  ) {
    family.next = []
    guard let best = standings.best(found), !family.lines.isEmpty else { return family.step = 1 }
    if family.best == best.key { family.step = family.step.squareRoot() }
    family.best = best.key
    while standings.isPromising(best, within: max(1.06, family.step * family.step)) {
      let isLast = family.step < Self.precision.squareRoot()
      if isLast, family.isCombed { break }
      if isLast { (family.isCombed, family.step) = (true, 1.02) }
      let factors = isLast ? Self.comb : [family.step, 1 / family.step]
      family.next = family.lines.flatMap { line in
        factors.compactMap { move(best.selection, line, by: $0) }
      }.filter { !seen.contains($0.key) }
      if !family.next.isEmpty { return }
      family.step = family.step.squareRoot()
    }
    family.step = 1
  }
}

extension CandidateSearch {
  private static func lines(of selection: Selection<StrategyEntry>) -> [[Parameter]] {
    let free = selection.entry.parameters.filter { parameter in
      selection.given[parameter.name] == nil && parameter.isMeasure
        && parameter.defaultValue > 0
    }
    return free.map { [$0] }
      + free.compactMap { upper in
        free.first { $0.name == upper.floor }.map { [$0, upper] }
      }
  }

  private func first(
    _ selection: Selection<StrategyEntry>, _ lines: [[Parameter]]
  ) -> [Selection<StrategyEntry>] {
    let words = selection.entry.parameters.filter {
      selection.given[$0.name] == nil && !$0.isMeasure
    }
    return [selection]
      + words.flatMap { parameter in
        parameter.words.compactMap { try? selection.setting(parameter.name, to: $0) }
      }
      + lines.flatMap { line in
        (line.flatMap(grid) + fitting(line[0])).compactMap { set(selection, line, to: $0) }
      }
  }

  private func grid(_ parameter: Parameter) -> [Double] {
    factors.map { parameter.defaultValue * $0 }
      .filter { parameter.kind != .duration || Self.durations.contains($0) }
      .map { $0.readable(within: $0 / 20) }
  }

  private func fitting(_ parameter: Parameter) -> [Double] {
    let exact: [Double] =
      switch parameter.kind {
      case .duration: spacings
      case .share: spacings.map { delivery / $0 }
      case .number where parameter.name == "price": [price] + spacings.map { delivery / $0 }
      default: []
      }
    // A latency limit needs a little less, a main-thread limit a little more.
    return exact.filter { $0 > 0 }.flatMap { value in
      let short = value.roundedDown(digits: 2)
      let less = short > value / Self.precision ? short : value.roundedDown(digits: 3)
      return [less, (value * Self.precision).roundedDown(digits: 3)]
    }
  }

  private func set(
    _ selection: Selection<StrategyEntry>, _ line: [Parameter], to value: Double
  ) -> Selection<StrategyEntry>? {
    changed(selection, line) { _ in value }
  }

  /// Multiplied by `factor` and rounded to values that an app would use.
  private func move(
    _ selection: Selection<StrategyEntry>, _ line: [Parameter], by factor: Double
  ) -> Selection<StrategyEntry>? {
    let tolerance = min(0.05, abs(factor - 1) / 3)
    let longest = max(Self.durations.upperBound, spacings.max() ?? 0)
    return changed(selection, line) { parameter in
      let exact = selection.values.value(of: parameter) * factor
      let value = exact.readable(within: exact * tolerance)
      let isUsual = (Self.durations.lowerBound...longest).contains(value)
      return parameter.kind != .duration || isUsual ? value : nil
    }
  }

  private func changed(
    _ selection: Selection<StrategyEntry>, _ line: [Parameter], to value: (Parameter) -> Double?
  ) -> Selection<StrategyEntry>? {
    let changed = try? line.reduce(selection) { changed, parameter in
      guard let value = value(parameter) else { return changed }
      return try changed.setting(
        parameter.name, to: parameter.text(of: parameter.isWhole ? value.rounded() : value))
    }
    return changed.flatMap { $0.isSensible ? $0 : nil }
  }
}

private struct Standings {
  let ranking: Ranking
  /// The least ratio of candidates that meet the goals, for those that reload and the others: some
  /// apps can only reload.
  private let least: [Bool: Double]

  init(_ candidates: [Candidate], _ weigh: (Candidate.Result) -> Double) {
    let ranking = Ranking(candidates, weigh: weigh)
    self.ranking = ranking
    least = candidates.filter(\.isEligible).reduce(into: [:]) { least, candidate in
      let ratio = ranking.worst(candidate).ratio
      least[candidate.isReloading] = min(least[candidate.isReloading] ?? .infinity, ratio)
    }
  }

  /// The nearest to the goals, and among those that meet them the cheapest.
  func best(_ candidates: [Candidate]) -> Candidate? {
    candidates.map { candidate in
      let excess = candidate.isEligible ? 0 : candidate.excess()
      return (candidate: candidate, place: (excess, ranking.worst(candidate).ratio))
    }.min { $0.place < $1.place }?.candidate
  }

  /// The best under looser and stricter limits.
  func front(_ candidates: [Candidate]) -> [Candidate] {
    let sound = candidates.filter(\.isCorrect)
      .map { (candidate: $0, excess: $0.excess(), ratio: ranking.worst($0).ratio) }
      .sorted { ($0.ratio, $0.excess) < ($1.ratio, $1.excess) }
    guard sound.contains(where: { $0.excess > 0 }) else { return sound.prefix(3).map(\.candidate) }
    return Self.limits.compactMap { limit in sound.first { $0.excess <= limit }?.candidate }
  }

  private static let limits = [1.06, 1, 0.94, 0.82]

  /// The best of each workload, unless one of `others` is about as good there.
  func bestOfWorkloads(beside others: [Candidate]) -> [Candidate] {
    let sound = ranking.candidates.filter(\.isEligible).map { ($0, ranking.ratios($0)) }
    var chosen = others.filter(\.isEligible).map(ranking.ratios)
    return (sound.first?.1.indices ?? 0..<0).compactMap { place in
      guard !chosen.contains(where: { $0[place] < 1.03 }),
        let best = sound.min(by: { $0.1[place] < $1.1[place] })
      else { return nil }
      chosen.append(best.1)
      return best.0
    }
  }

  func isPromising(_ candidate: Candidate, within factor: Double) -> Bool {
    guard candidate.isEligible else { return candidate.excess() <= factor }
    return ranking.worst(candidate).ratio
      <= factor * (least[candidate.isReloading] ?? .infinity)
  }
}

extension Selection<StrategyEntry> {
  /// Whether no parameter is below its floor.
  fileprivate var isSensible: Bool {
    entry.parameters.allSatisfy { parameter in
      entry.parameters.first { $0.name == parameter.floor }.map {
        values.value(of: parameter) >= values.value(of: $0)
      } ?? true
    }
  }

  fileprivate func leads(to other: Selection<StrategyEntry>) -> Bool {
    entry.name == other.entry.name && given.allSatisfy { other.given[$0.key] == $0.value }
  }
}

extension Parameter {
  fileprivate var isMeasure: Bool {
    switch kind {
    case .flag, .choice: false
    case .duration, .count, .rate, .number, .share: true
    }
  }

  fileprivate var words: [String] {
    switch kind {
    case .flag: ["no", "yes"]
    case .choice(let words): words
    case .duration, .count, .rate, .number, .share: []
    }
  }
}
