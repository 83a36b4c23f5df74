package struct Understanding: Sendable {
  let sessions: Int, updates: Int
  /// How long it lasts, its first and last time, and how many views it has.
  let extent: String
  /// Where its times stand and how they are written.
  let form: String
  /// What was done to the rows, and what is unusual.
  let remarks: [String]
  /// What whole seconds or minutes mean, if all times are such.
  package let coarse: String?

  package func sentence(_ name: String) -> String {
    let head = "\(name): \(updates.of("update"))\(extent), \(form)"
    return ([head] + remarks).joined(separator: "; ") + "."
  }

  /// A sentence about many recordings: their forms, and whatever is to be said of any.
  package static func sentence(_ all: [Understanding]) -> String {
    let forms = Dictionary(grouping: all, by: \.form)
      .sorted { ($1.value.count, $0.key) < ($0.value.count, $1.key) }.prefix(3)
    let shown = forms.map { $1.count == all.count ? $0 : "in \($1.count) \($0)" }
    let sessions = all.reduce(0) { $0 + $1.sessions }
    let head =
      "\(all.count.of("recording")) with "
      + (sessions > all.count ? "\(sessions.of("session")) and " : "")
      + all.reduce(0) { $0 + $1.updates }.of("update")
    return ([head] + shown + all.flatMap(\.remarks).distinct.prefix(6)).joined(separator: "; ")
      + "."
  }
}

extension Int {
  /// As in "2 views".
  func of(_ what: String) -> String { "\(self) \(what)\(self == 1 ? "" : "s")" }
}
