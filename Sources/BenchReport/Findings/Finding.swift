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

  // About a whole run; the first three are headlines.
  case nearest(Standing, on: [String], Rivals)
  case only(Standing, on: [String])
  case nothingRanked(isKnown: Bool)
  case does(latency: Double, busy: Double)
  /// The number is the cost of changing rows ÷ the cost of reloading.
  case instead(of: String, String, Double)
  /// The conclusions that also hold with a more expensive reload, and those that replace the rest.
  case dearer(reload: String, same: [String], other: [String])
  case notRanked([Remark])
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
    case .nearest(let first, let workloads, let rivals):
      return "\(first.name) comes nearest to the best possible on \(scope(workloads)), at "
        + "\(figure(first.ratio.median)) times its cost\(said(rivals))."
    case .only(let only, let workloads):
      return "\(only.name) costs \(figure(only.ratio.median)) times the best possible on "
        + "\(scope(workloads))."
    case .nothingRanked(let isKnown):
      return isKnown
        ? "No strategy is ranked: none succeeded on every workload."
        : "No strategy is ranked: the best possible is unknown here."
    case .does(let latency, let busy):
      return "It shows an update after \(figure(latency)) ms on average and keeps the main thread "
        + "busy \(FigureText.percent(busy)) of the time."
    case .instead(let reloading, let changing, let factor):
      return
        "\(changing), which changes rows, costs \(figure(factor)) times as much as \(reloading), "
        + "which reloads. Its updates must name the changed rows, as ChangedIDs does."
    case .dearer(let reload, let same, let other):
      let lead = "With reloads of \(reload)"
      guard !same.isEmpty else { return "\(lead) instead, \(other.listed)." }
      return "\(lead), too, \(same.listed)\(other.isEmpty ? "" : ", but \(other.listed)")."
    case .notRanked(let remarks): return "Not ranked: \(listed(remarks))."
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
