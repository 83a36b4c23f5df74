import BenchHarness
import Foundation

/// What the figures of one run against another come to, in words.
struct ComparisonSentences {
  let old: ComparedSide, new: ComparedSide
  let figures: [ComparedFigure]

  var text: String { [counts, chance, few, build].compactMap { $0 }.joined(separator: " ") }

  private func count(_ verdict: ComparedFigure.Verdict) -> Int {
    figures.count { $0.verdict == verdict }
  }

  private var counts: String {
    let order: [(ComparedFigure.Verdict, String)] = [
      (.worse, "worse"), (.perhapsWorse, "worse?"), (.changed, "changed"),
      (.perhapsChanged, "changed?"), (.perhapsBetter, "better?"), (.better, "better"),
      (.noise, "~"), (.same, "the same"), (.few, "with too few trials"), (.noRatio, "of 0"),
    ]
    let counts = order.compactMap { verdict, word in
      count(verdict) == 0 ? nil : "\(count(verdict)) \(word)"
    }
    return "\(new.label) against \(old.label): "
      + (counts.isEmpty ? "no figure in common." : counts.joined(separator: ", ") + ".") + worst
  }

  private var worst: String {
    guard let worst = figures.min(by: { $0.rank < $1.rank }), let ratio = worst.ratio,
      [.worse, .perhapsWorse].contains(worst.verdict)
    else { return "" }
    return " Worst: \(worst.cell.text), \(worst.metric) "
      + "\(FigureText.change(ratio))."
  }

  /// What testing many figures means for each of them.
  private var chance: String? {
    let tested = figures.filter { $0.p != nil }
    guard tested.count > 1, let trials = tested.map(\.trials).max() else { return nil }
    let expected = FigureText.threeDigits(Double(tested.count) * ComparedFigure.level)
    var text =
      "\(tested.count) figures were tested at 5 % each: \(expected) of them may get a '?' by chance."
    if !Self.canBeSure(trials, of: tested.count) {
      let needed = (trials...1_000).first { Self.canBeSure($0, of: tested.count) }
      text += " With \(trials) trials, no figure of so many can do without one"
      text += needed.map { "; with \($0) they can: bench run --trials \($0)." } ?? "."
    }
    return text
  }

  /// Whether so many trials can reach the level with Holm's correction: n of them give p = 2 × 2⁻ⁿ at best.
  private static func canBeSure(_ trials: Int, of tested: Int) -> Bool {
    Double(tested) * pow(0.5, Double(trials - 1)) < ComparedFigure.level
  }

  private var few: String? {
    let count = count(.few)
    guard count > 0 else { return nil }
    return
      "\(count) figures have fewer than 6 trials in common, which is too few for a 95 % interval: "
      + "bench run --trials 6."
  }

  private var build: String? {
    guard let build = new.run.header.build,
      build == old.run.header.build
    else { return nil }
    return "\(old.label) and \(new.label) were made by the same build."
  }
}
