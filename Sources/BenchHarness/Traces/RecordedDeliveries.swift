import Foundation

/// Data about deliveries, from the comment in the first line of a coalescer's recording.
package struct RecordedDeliveries: Codable, Sendable, Hashable {
  /// The pace as a registry key; nil if there were several paces, or if the bench cannot reproduce the pace.
  package let pace: String?
  /// The number of deliveries, including those no longer kept.
  package let count: Int
  /// Whether all were kept: the recording did not exceed its capacity.
  let isWhole: Bool
  /// Whether the recording has a row for each delivery; if so, ``Trace/deliveries`` has them.
  package var haveTimes = false
  /// The type of the coalescer's updates, as in Swift; nil if it was not recorded.
  package let update: String?
  /// The median times of the handler and of the layout commit; nil if not timed.
  package let mainNanoseconds: UInt64?, layoutNanoseconds: UInt64?

  /// Nil unless a coalescer wrote the line. Ignores values that are out of range, because the file is not trusted.
  package init?(comment: some StringProtocol) {
    guard comment.hasPrefix("# coalescer ") else { return nil }
    // The type is the last field and may have spaces.
    let parts = comment.split(separator: " update=", maxSplits: 1)
    let fields = parts[0].split(separator: " ").map { $0.split(separator: "=", maxSplits: 1) }
    update = parts.dropFirst().first.flatMap { Self.type(in: $0) }
    func value(_ name: String) -> String? {
      fields.first { $0.count == 2 && $0[0] == name }.map { String($0[1]) }
    }
    func number(_ name: String, _ most: UInt64) -> UInt64? {
      value(name).flatMap(UInt64.init).flatMap { $0 <= most ? $0 : nil }
    }
    pace = value("pace")
    count = Int(number("deliveries", 1_000_000_000_000) ?? 0)
    mainNanoseconds = number("main_ns", 60_000_000_000)
    layoutNanoseconds = number("layout_ns", 60_000_000_000)
    isWhole = number("dropped_deliveries", .max) ?? 0 == 0
  }

  private static func type(in text: some StringProtocol) -> String? {
    let type = text.trimmingCharacters(in: .whitespacesAndNewlines)
    return type.count <= 200 && type.contains(/^[\p{L}_][\p{L}\p{N}_.<>,:?&\[\]() ->]*$/)
      ? type : nil
  }

  /// Returns `costs` with the measured costs in place of the assumed ones.
  package func applied(to costs: CostModel) -> CostModel {
    var costs = costs
    if let mainNanoseconds {
      costs.reloadNanoseconds = mainNanoseconds
      // If no layout was recorded, the view may have none, so assume a short one.
      costs.visibleRowNanoseconds = min(costs.visibleRowNanoseconds, 20_000)
    }
    if let layoutNanoseconds, costs.visibleRows > 0 {
      costs.visibleRowNanoseconds = layoutNanoseconds / UInt64(costs.visibleRows)
    }
    return costs
  }
}
