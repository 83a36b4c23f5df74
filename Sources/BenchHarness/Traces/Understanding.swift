package struct Understanding: Sendable {
  let sessions: Int, updates: Int
  /// The recording's length, its first and last time, and its number of views.
  let extent: String
  /// Where the times are and how they are written.
  let form: String
  /// What was done to the rows, and what is unusual about them.
  let remarks: [String]
  /// A warning if all times are whole seconds or whole minutes, else nil.
  package let coarse: String?

  package func sentence(_ name: String) -> String {
    let head = "\(name): \(updates.of("update"))\(extent), \(form)"
    return ([head] + remarks).joined(separator: "; ") + "."
  }

  /// A sentence about many recordings, with their three most common forms and up to six remarks.
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
  /// Such as "2 views".
  func of(_ what: String) -> String { "\(self) \(what)\(self == 1 ? "" : "s")" }
}
