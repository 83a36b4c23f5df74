import BenchHarness
import Foundation

/// A regression between two builds that is accepted until a given day, for a given reason.
package struct Accepted: Sendable {
  package static let day = Date.ISO8601FormatStyle().year().month().day()

  package let cell: Cell
  package let metric: String
  /// The last day on which the entry is valid, such as 2027-01-31.
  package let until: String
  package let reason: String

  package var name: String { "\(metric) of \(cell.text)" }

  package func isValid(on day: Date = Date()) -> Bool { day.formatted(Self.day) <= until }
}
