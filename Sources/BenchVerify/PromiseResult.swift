import BenchHarness

package struct PromiseResult: Codable, Sendable, Equatable {
  package var promise: Promise
  package var verdict: PromiseVerdict
  /// How the promise was broken, or why it was not fully checked; otherwise empty.
  package var detail = ""
  package var time = TimeMode.virtual
  /// The seed with which the fault was found; nil if there is no fault, or if its seed is unknown.
  package var seed: UInt64?
  /// The lines of the shortest failing schedule found; otherwise empty.
  package var schedule: [String] = []
}

/// The outcome of a check. If a promise has several outcomes, the first in this order counts.
package enum PromiseVerdict: String, Codable, Sendable, CaseIterable {
  case fail
  /// The process ended during the check, which counts as a failure of another promise.
  case interrupted
  case pass
  case notPromised = "not-promised"
  case notChecked = "not-checked"
}
