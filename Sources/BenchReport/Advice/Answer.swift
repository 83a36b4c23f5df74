/// What to do, in plain words.
package struct Answer: Sendable {
  /// What to use, or that there is nothing.
  package let title: String
  /// What that gives and takes, or why there is nothing.
  package let about: [String]
  /// What else could be used, and what that trades; nil for nothing.
  package var runnerUp: String?
  /// What decided, and what real time says.
  package var notes: [String] = []

  /// All of it.
  var sentences: [String] { [title] + about + [runnerUp].compactMap { $0 } + notes }
}
