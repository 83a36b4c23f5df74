import BenchHarness
import Foundation

/// What the figures of one run against another come to, in words.
struct ComparisonSentences {
  let old: ComparedSide, new: ComparedSide
  let figures: [ComparedFigure]
  /// The share of a figure whose change is asked for.
  let smallest: Double

  var text: String {
    [counts, chance, needed, few, build].compactMap { $0 }.joined(separator: " ")
  }

  private func count(_ verdict: ComparedFigure.Verdict) -> Int {
    figures.count { $0.verdict == verdict }
  }

  private var counts: String {
    let order: [(ComparedFigure.Verdict, String)] = [
      (.worse, "worse"), (.perhapsWorse, "worse?"), (.changed, "changed"),
      (.perhapsChanged, "changed?"), (.perhapsBetter, "better?"), (.better, "better"),
      (.noise, "~"), (.same, "the same"), (.few, "with too few trials"),
    ]
    let counts = order.compactMap { verdict, word in
      count(verdict) == 0 ? nil : "\(count(verdict)) \(word)"
    }
    return "\(new.label) against \(old.label): "
      + (counts.isEmpty ? "no figure in common." : counts.joined(separator: ", ") + ".") + worst
  }

  private var worst: String {
    guard let worst = figures.min(by: { $0.rank < $1.rank }),
      [.worse, .perhapsWorse].contains(worst.verdict)
    else { return "" }
    let change = worst.ratio.map { " " + FigureText.change($0) } ?? ""
    return " Worst: \(worst.cell.text), \(worst.metric)\(change)."
  }

  /// What testing many figures means for each of them.
  private var chance: String? {
    let tested = figures.count { $0.p != nil }
    guard tested > 1 else { return nil }
    let expected = FigureText.threeDigits(Double(tested) * ComparedFigure.level)
    return "\(tested) figures were tested at 5 % each: \(expected) of them may get a '?' by chance."
  }

  /// What it takes to be sure where this is not.
  private var needed: String? {
    guard let most = figures.compactMap(\.trialsNeeded).max() else { return nil }
    return "'needs' says how many trials of each run it takes to be sure, of a change of "
      + "\(FigureText.threeDigits(smallest * 100)) % or of one with a '?': "
      + "bench run --trials \(most)."
  }

  private var few: String? {
    let count = count(.few)
    guard count > 0 else { return nil }
    return
      "\(count) \(count == 1 ? "figure has" : "figures have") too few trials for a 95 % interval, which takes 4 of each run: "
      + "bench run --trials 4."
  }

  private var build: String? {
    guard let build = new.run.header.build,
      build == old.run.header.build
    else { return nil }
    return "\(old.label) and \(new.label) were made by the same build."
  }
}
