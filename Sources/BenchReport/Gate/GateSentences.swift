import BenchHarness
import Foundation

/// Sentences about findings, for the terminal, Markdown, JUnit and annotations.
package enum GateSentences {
  /// One line: the verdict, the worst of the findings that decided it, and how many more did; nil if no finding did.
  package static func headline(_ report: GateReport) -> String? {
    let deciding = report.deciding
    guard let gravest = deciding.first else { return nil }
    let what =
      if let metric = gravest.metric, let factor = gravest.factor {
        "\(metric) of \(gravest.cell.text) changed by a factor of \(FigureText.threeDigits(factor))"
      } else { "\(gravest.cell.text) \(gravest.text.prefix { $0 != "\n" })" }
    let more = deciding.count > 1 ? ", and \(deciding.count - 1) more." : "."
    return "\(report.verdict.rawValue): \(what)\(more)"
  }

  package static func title(_ remark: GateReport.Remark) -> String {
    Cell(remark.strategy, remark.workloads.joined(separator: ", ")).text
  }

  /// A sentence about what was not checked, such as "Not checked: instructions: --instructions was not given".
  package static func unchecked(_ reason: String) -> String {
    reason.hasPrefix("not gated") ? reason : "Not checked: \(reason)"
  }

  package static func notGated(_ names: [String]) -> String? {
    let list = "not gated: " + names.joined(separator: ", ")
    return names.isEmpty
      ? nil : "\(list) (add \(names.count == 1 ? "it" : "them") to the gate settings)"
  }

  package static func compared(_ report: GateReport) -> String {
    "Compared \(report.figures) figures of \(report.combinations.count) combinations."
  }

  package static func meaning(_ verdict: Verdict) -> String {
    switch verdict {
    case .pass: "nothing got worse."
    case .improved:
      "something got better. Run '\(ProgramName.text) gate accept' to store better exact figures."
    case .trade: "each delivery costs more, but the strategy now delivers differently."
    case .regressed:
      "something got worse. Fix it, or accept it: '\(ProgramName.text) gate accept' stores new exact "
        + "figures, unless updates are lost; for other checks, add an entry with a reason and a date "
        + "to 'accepted' in the settings."
    case .failed:
      "a combination did not finish, for the reasons above. The rest was checked."
    case .inconclusive:
      "the measurements allow no verdict, for the reasons above. Rerun on a quieter machine."
    case .unknown: "there is too little data to decide, for the reasons above."
    }
  }
}

extension GateSentences {
  static func isNew(_ seed: String) -> String {
    "is new\(seed): nothing to compare it with"
  }

  static func isGone(_ seed: String, from base: String) -> String {
    "is gone\(seed): it is in \(base), but is no longer run"
  }

  /// The reason that the strategy's registry entry gives for a fault; without a reason, how to declare the fault there.
  static func declared(_ promise: Promise, _ reason: String?) -> String {
    reason.map { "; a known violation of '\(promise.rawValue)': \($0)" }
      ?? "; to allow this, declare '\(promise.rawValue)' in 'breaks' of its registry entry"
  }

  static func accepted(_ entry: Accepted) -> String {
    "; accepted until \(entry.until)" + (entry.isValid() ? ": \(entry.reason)" : ", now expired")
  }

  static func isNotNeeded(_ entry: Accepted) -> String {
    "'accepted' in the settings has \(entry.name), which is no longer needed: remove it"
  }

  package static func isGoneForGood(_ name: String) -> String {
    "\(name) is gone: remove it from the settings"
  }

  static func outcome(_ seed: String, _ old: String, _ new: String) -> String {
    "outcome\(seed): \(old) -> \(new)"
  }

  static func exact(
    _ metric: String, _ seed: String, _ old: Double?, _ new: Double?, _ change: Change,
    isWorse: Bool
  ) -> String {
    let unit = [Metric].named(metric).map { $0.unit.isEmpty ? "" : " \($0.unit)" } ?? ""
    let texts = [old, new].map { $0.map(CSVText.number) ?? "none" }.joined(separator: " -> ")
    let share = change.ratio.map { " by \(FigureText.percent(abs($0 - 1)))" } ?? ""
    return "\(metric)\(seed): \(texts)\(unit), \(isWorse ? "worse" : "better")\(share)"
  }

  static func newTrials(_ count: Int) -> String {
    "trials that the baseline lacks: \(count) ('\(ProgramName.text) gate accept' adds them)"
  }
}

extension GateSentences {
  static let noFloor = "the noise floor is unknown: too few blocks of base against itself"
  static let withinTolerance = "confirmed, but within the tolerance"
  static let withinNoise = "confirmed, but within the noise of base against itself"
  static let dearerDeliveries = "deliveries cost more, but the strategy now delivers differently"

  static func othersLookedWorse(_ count: Int) -> String {
    "looks worse, but was not measured again: only the worst \(count) were"
  }

  static func notConfirmed(_ p: Double) -> String {
    "looked different at first, but was not confirmed: p = \(level(p))"
  }

  static func cannotConfirm(blocks: Int, level: Double) -> String {
    "\(blocks) blocks are too few for p < \(self.level(level))"
  }

  static func confirmed(_ p: Double? = nil) -> String {
    "confirmed" + (p.map { ": p = \(level($0))" } ?? "")
  }

  static func unsteady(_ ratio: Double, _ cell: Cell) -> String {
    "base differs from itself by \(FigureText.change(ratio)) in \(cell.text): "
      + "this machine is too noisy to compare builds right now"
  }

  static func tooFewBlocks(_ count: Int, of all: Int, withoutFigure lacking: Int) -> String {
    let reason =
      "; in \(lacking), a trial lacks this figure: short trials have no percentiles"
    return "only \(count) of \(all) blocks could be used" + (lacking == 0 ? "" : reason)
  }

  static func newCombinations(_ count: Int) -> String {
    "\(count) combination\(count == 1 ? "" : "s") that the base lacks"
  }

  static func level(_ p: Double) -> String { String(format: "%.2g", p) }

  /// The change with its interval, the tolerance, the noise floor and the reason for the verdict.
  static func paired(_ finding: GateFinding, _ metric: String, _ reason: String) -> String {
    let percent = FigureText.percent
    guard let estimate = finding.estimate else { return "\(metric): no estimate; \(reason)" }
    var text = "\(metric): \(estimate > 0 ? "+" : "")\(percent(estimate))"
    if let low = finding.low, let high = finding.high {
      text += " [\(percent(low)) to \(percent(high))]"
    }
    text += ", allowed \(percent(finding.tolerance ?? 0))"
    return text + (finding.floor.map { ", noise \(percent($0))" } ?? "") + "; \(reason)"
  }
}
