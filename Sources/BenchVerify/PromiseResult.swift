import BenchHarness

/// What `verify` found about one promise of one strategy.
package struct PromiseResult: Codable, Sendable, Equatable {
  /// The promise.
  package var promise: Promise
  /// What was found.
  package var verdict: PromiseVerdict
  /// How the promise was broken, or why it was not looked for; empty where there is nothing to say.
  package var detail = ""
  /// Whether real threads and queues were at work.
  package var time = TimeMode.virtual
  /// The seed with which it was found; nil where nothing was.
  package var seed: UInt64?
  /// The shortest failing schedule that was found, a line each; empty where there is none.
  package var schedule: [String] = []
}

/// What became of the search for a case in which a promise is broken.
package enum PromiseVerdict: String, Codable, Sendable, CaseIterable {
  /// No case was found.
  case pass
  /// A case was found.
  case fail
  /// The strategy's rule does not promise this.
  case notPromised = "not-promised"
  /// It was not looked for.
  case notChecked = "not-checked"
  /// The process ended during the search; another promise's result says so, too.
  case interrupted

  /// Which of two verdicts on one promise counts: the first of this list.
  private static let order: [PromiseVerdict] = [
    .fail, .interrupted, .pass, .notPromised, .notChecked,
  ]

  func outweighs(_ other: PromiseVerdict) -> Bool {
    (Self.order.firstIndex(of: self) ?? 0) < (Self.order.firstIndex(of: other) ?? 0)
  }
}
