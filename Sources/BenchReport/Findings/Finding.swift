import BenchHarness
import Foundation

/// A conclusion from the figures of a run. All outputs print its ``sentence`` and draw no other conclusions.
package enum Finding: Sendable {
  package typealias Remark = (strategy: String, what: String)

  /// Strategies that are, or may be, about as good as the best one.
  package struct Rivals: Sendable {
    /// Certainly within 10 % of the best.
    package var near: [String] = []
    /// Possibly as good as the best, possibly over 10 % worse.
    package var open: [String] = []
  }

  // About a whole run. With `place`, such as 'On a list of GTK', about the same run there.
  /// Strategies that stay within every limit: those about as good as the best, then the others.
  case within([Standing], others: [Standing], on: [String], place: String? = nil)
  /// None stays within every limit; this one comes nearest.
  case beyond(Standing, on: [String], place: String? = nil)
  case nothingRanked
  /// What a person notices of changing rows instead of reloading; empty if nothing.
  case instead(of: String, String, [String], place: String? = nil)
  case notRanked([Remark])
  /// Strategies of one name that differ in parameters only, yet in no figure.
  case equal([String])
  case uncertain(trials: Int, isBusy: Bool)

  // About a run or a workload.
  case fastest(String, latency: Double, busy: Double?, Rivals)
  case leastBusy(String, busy: Double, latency: Double, Rivals)

  // About a workload.
  case unreliable([Remark])
  case cheapestSubmission(String, Double, dearest: String, Double)
  case blocks([(strategy: String, milliseconds: Double)])

  // About a range: the values of one parameter.
  case bestValues([String], of: String, ratio: Double, worst: Double)
  case worstCase(String, of: String, workloads: Int, ratio: Double, on: String)
  case defaultValue(strategy: String, is: String)
}

extension Finding {
  package var sentence: String {
    switch self {
    case .within(let best, let others, let workloads, let place):
      let main = best.compactMap(\.busy).map(FigureText.percent)
      let using = main.isEmpty ? "" : ", using \(main.listed) of main-thread time"
      let rest = others.map(\.name).listed
      return lead(place) + "\(best.map(\.name).listed) \(best.count == 1 ? "stays" : "stay") "
        + "within every limit on \(scope(workloads))\(using)"
        + (others.isEmpty
          ? "." : "; \(rest) \(others.count == 1 ? "does" : "do"), too, but less well.")
    case .beyond(let first, let workloads, let place):
      let none = place == nil ? "No strategy" : lead(place) + "no strategy"
      // A strategy that shows nothing in motion misses by any factor.
      let share = first.use.share
      let factor = share.isFinite ? "\(figure(share)) times the limit: " : ""
      return
        "\(none) stays within every limit on \(scope(workloads)). \(first.name) comes nearest, "
        + "with \(factor)\(first.use.text)."
    case .nothingRanked:
      return "Nothing can be compared: no strategy has figures on every workload."
    case .instead(let reloading, let changing, let differences, let place):
      let words =
        differences.isEmpty
        ? "makes no difference that a person notices"
        : "changes what a person notices: \(differences.joined(separator: ", "))"
      return lead(place) + "\(changing), which changes rows, in place of \(reloading) \(words)."
        + (place == nil ? " Its updates must name the changed rows, as ChangedIDs does." : "")
    case .notRanked(let remarks): return "Not ranked: \(listed(remarks))."
    case .equal(let strategies):
      return "\(strategies.listed) have the same figures: these parameters make no difference here."
    case .uncertain(let trials, let isBusy):
      let cause =
        isBusy ? "The machine was busy" : trials == 1 ? "One trial each" : "Few trials each"
      return "\(cause): small differences may be noise."
    case .fastest(let strategy, let latency, let busy, let rivals):
      let price = busy.map { ", using \(FigureText.percent($0)) of main-thread time" } ?? ""
      return "\(strategy) has the lowest latency: \(figure(latency)) ms on average\(price)"
        + "\(said(rivals))."
    case .leastBusy(let strategy, let busy, let latency, let rivals):
      return "\(strategy) uses the least main-thread time: \(FigureText.percent(busy)), with "
        + "\(figure(latency)) ms of latency on average\(said(rivals))."
    case .unreliable(let remarks): return "Not reliable here: \(listed(remarks))."
    case .cheapestSubmission(let cheapest, let cost, let dearest, let most):
      return "\(cheapest) is the cheapest to submit to (\(figure(cost)) ns per update), \(dearest) "
        + "the most expensive (\(figure(most)) ns)."
    case .blocks(let blocking):
      let names = some(blocking.map { "\($0.strategy) (\(figure($0.milliseconds)) ms)" })
      return "\(names) \(blocking.count == 1 ? "blocks" : "block") the main thread long enough to "
        + "notice (over 100 ms)."
    case .bestValues(let values, let parameter, let ratio, let worst):
      return ratio == worst
        ? "Every value of \(parameter) costs \(figure(ratio)) times the best possible."
        : "Of the values of \(parameter), \(values.listed) \(values.count == 1 ? "comes" : "come") "
          + "nearest to the best possible, at \(figure(ratio)) times its cost; the worst value is at "
          + "\(figure(worst)) times."
    case .worstCase(let value, let parameter, let workloads, let ratio, let place):
      return "Over \(workloads) workloads, \(value) for \(parameter) has the best worst case: "
        + "\(figure(ratio)) times the best possible, on \(place.readableKey)."
    case .defaultValue(let strategy, let selection): return "\(strategy) means \(selection)."
    }
  }

  private func lead(_ place: String?) -> String { place.map { "\($0), " } ?? "" }

  private func scope(_ workloads: [String]) -> String {
    workloads.count == 1 ? workloads[0].readableKey : "these \(workloads.count) workloads"
  }

  private func said(_ rivals: Rivals) -> String {
    let (near, open) = (rivals.near, rivals.open)
    let parts = [
      near.isEmpty ? nil : "\(some(near)) \(near.count == 1 ? "is" : "are") within 10 % of it",
      open.isEmpty ? nil : "\(some(open)) may be just as good",
    ].compactMap { $0 }
    return parts.isEmpty ? "" : "; " + parts.joined(separator: ", and ")
  }

  private func some(_ names: [String]) -> String {
    (names.prefix(3) + (names.count > 3 ? ["\(names.count - 3) more"] : [])).listed
  }

  private func listed(_ remarks: [Remark]) -> String {
    remarks.map { $0.strategy + ($0.what.isEmpty ? "" : " (\($0.what))") }.joined(separator: ", ")
  }

  private func figure(_ value: Double) -> String { FigureText.threeDigits(value) }
}

extension FigureText {
  static func percent(_ share: Double) -> String { threeDigits(share * 100) + " %" }
}
