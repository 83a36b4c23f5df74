import BenchHarness
import BenchReport
import Coalesce
import Foundation

/// Tries the values that an app would write, such as durations of 1, 2, 3, 5 and 8 × 10ⁿ ms and of a display's frames
/// (60 and 120 Hz), and shares of 1, 2, 5, 10, 25 and 50 %.
///
/// Varies one parameter at a time, and also sets it and the parameter that must not exceed it to the same value.
/// With goals, tries all values of such a pair. Repeats the first step around the best values found, until there is
/// nothing new to try. Keeps values that the caller has set.
struct CandidateGrid {
  typealias Trials = ([Selection<StrategyEntry>]) -> [Candidate]

  private static let frames = [60, 120].map { Double((Duration.seconds(1) / $0).wholeNanoseconds) }
  private static let digits = [1.0, 2, 3, 5, 8]
  private static let shares = [0.01, 0.02, 0.05, 0.1, 0.25, 0.5]
  /// How many of the best strategies become finalists after a sample, and how many of the best values of each.
  private static let (finalFamilies, finalValues) = (4, 3)

  private let durations: [Double]
  private let question: Question
  private let price: Double

  init(_ question: Question, _ costs: CostModel) {
    (self.question, price) = (question, costs.latencyPrice)
    let delivery = Double(costs.reloadNanoseconds + costs.layoutNanoseconds)
    let longest = question.goals.map { 2 * $0.spacing(delivery: delivery) }.reduce(1e9, max)
    // A limit is a readable value, too, and so is one that leaves room for a delivery or two.
    let limits = question.goals.compactMap(\.latencyNanoseconds).flatMap { limit in
      [limit, limit - delivery, limit - 2 * delivery].filter { $0 >= 1e6 }
        .map { $0.roundedDown(toDigits: 2) }
    }
    durations =
      Self.frames + limits
      + [1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12].flatMap { size in Self.digits.map { $0 * size } }
      .filter { $0 <= longest }
  }

  func candidates(of selections: [Selection<StrategyEntry>], _ trials: Trials) -> [Candidate] {
    var (found, seen) = ([Candidate](), Set<String>())
    var next = selections.flatMap { around($0, fixed: [$0]) }
    // With goals, few pairs of values may be eligible, and changing one parameter at a time may never reach them.
    if !question.goals.isEmpty { next += selections.flatMap(pairs) }
    while true {
      let fresh = next.filter { seen.insert($0.key).inserted }
      guard !fresh.isEmpty else { return found }
      found += trials(fresh)
      next = Ranking.byGroup(found, question, price).flatMap { ranking in
        selections.compactMap { selection in
          ranking.nearest(of: ranking.candidates.filter { selection.leads(to: $0.selection) })
        }.flatMap { around($0.selection, fixed: selections) }
      }
    }
  }

  /// The candidates to try on all data, after a sample: the best values of the best strategies and, for each of these
  /// strategies, one more: the value furthest within the goals, because the rest of the data may be busier.
  func finalists(of found: [Candidate]) -> [Candidate] {
    Ranking.byGroup(found, question, price).flatMap { ranking in
      let ordered = ranking.ordered
      return ordered.map(\.entry.name).distinct.prefix(Self.finalFamilies).flatMap { name in
        let own = ordered.filter { $0.entry.name == name }
        let strictest = own.dropFirst(Self.finalValues).min { $0.excess() < $1.excess() }
        return own.prefix(Self.finalValues) + [strictest].compactMap { $0 }
      }
    }
  }

  private func around(
    _ selection: Selection<StrategyEntry>, fixed: [Selection<StrategyEntry>]
  ) -> [Selection<StrategyEntry>] {
    let free = free(selection, given: fixed.first { $0.leads(to: selection) }?.given ?? [:])
    return [selection]
      + (free.map { [$0] } + bounded(free).map { [$0.floor, $0.upper] }).flatMap { line in
        texts(line[0]).compactMap { text in
          try? line.reduce(selection) { try $0.setting($1.name, to: text) }
        }.filter(\.isSensible)
      }
  }

  /// All values of a parameter and of the one that must not exceed it.
  private func pairs(of selection: Selection<StrategyEntry>) -> [Selection<StrategyEntry>] {
    bounded(free(selection, given: selection.given)).flatMap { floor, upper in
      texts(floor).flatMap { low in
        texts(upper).compactMap { high in
          try? selection.setting(floor.name, to: low).setting(upper.name, to: high)
        }.filter(\.isSensible)
      }
    }
  }

  private func free(
    _ selection: Selection<StrategyEntry>, given: [String: String]
  ) -> [Parameter] {
    selection.entry.parameters.filter { given[$0.name] == nil && !$0.isQuiet }
  }

  /// The pairs of parameters in which the first must not exceed the second.
  private func bounded(_ free: [Parameter]) -> [(floor: Parameter, upper: Parameter)] {
    free.compactMap { upper in free.first { $0.name == upper.floor }.map { ($0, upper) } }
  }

  private func texts(_ parameter: Parameter) -> [String] {
    let usual = parameter.defaultValue
    switch parameter.kind {
    case .flag: return ["no", "yes"]
    case .choice(let words): return words
    // A parameter with a default of 0 is off unless the app sets it, so it is not varied.
    case .duration where usual == 0: return []
    case .duration: return (usual == Self.frames[0] ? Self.frames : durations).map(parameter.text)
    case .share: return Self.shares.map(parameter.text)
    case .count, .rate, .number:
      let sizes: [Double] = [
        1e-6, 1e-5, 1e-4, 1e-3, 0.01, 0.1, 1, 10, 100, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8,
      ]
      let all: [Double] = sizes.flatMap { size in Self.digits.map { $0 * size } }
      let values = all.filter { $0 >= usual / 10 && $0 <= usual * 10 }
      // Removes the rounding error of the multiplication.
      return values.map {
        parameter.text(of: parameter.isWhole ? $0.rounded() : $0.readable(within: $0 / 1e6))
      }
    }
  }
}

extension Selection<StrategyEntry> {
  /// Whether each parameter is at least as great as its floor, which is another parameter.
  fileprivate var isSensible: Bool {
    entry.parameters.allSatisfy { parameter in
      entry.parameters.first { $0.name == parameter.floor }.map {
        values.value(of: parameter) >= values.value(of: $0)
      } ?? true
    }
  }

  fileprivate func leads(to other: Selection<StrategyEntry>) -> Bool {
    entry.name == other.entry.name && delivery == other.delivery
      && given.allSatisfy { other.given[$0.key] == $0.value }
  }
}

extension Double {
  /// A positive number, rounded toward 0 to this many significant digits.
  fileprivate func roundedDown(toDigits digits: Int) -> Double {
    let size = pow(10, log10(self).rounded(.down) - Double(digits - 1))
    return (self / size + 1e-9).rounded(.down) * size
  }
}
