package struct Understanding: Sendable {
  /// How many sessions it has, and the column that tells them apart; nil for a recording of one.
  let sessions: (count: Int, column: String)?
  package let updates: Int
  /// Of all sessions together.
  let seconds: Double
  /// The first and the last time, for people.
  let moments: String
  /// Of the session that has most.
  let views: Int
  var form: String
  /// What was done to the rows, and what is unusual.
  let remarks: [String]
  /// What whole seconds or minutes mean, if all times are such.
  package let coarse: String?

  package func sentence(_ name: String) -> String {
    let span = FigureText.threeDigits(seconds)
    let place =
      sessions.map { ", \(Self.count($0.count, "session")) by `\($0.column)`, \(span) s in all" }
      ?? " in \(span) s"
    return
      "\(name): \(Self.count(updates, "update"))\(place), \(moments), \(Self.count(views, "view")), \(form)"
      + remarks.map { "; \($0)" }.joined() + "."
  }

  /// A sentence about many recordings: their forms, and whatever is to be said of any.
  package static func sentence(_ all: [Understanding]) -> String {
    let forms = Dictionary(grouping: all, by: \.form)
      .sorted { ($1.value.count, $0.key) < ($0.value.count, $1.key) }.prefix(3)
    let shown = forms.map { $1.count == all.count ? $0 : "in \($1.count) \($0)" }
    let sessions = all.reduce(0) { $0 + ($1.sessions?.count ?? 1) }
    let head =
      "\(count(all.count, "recording")) with "
      + (sessions > all.count ? "\(count(sessions, "session")) and " : "")
      + count(all.reduce(0) { $0 + $1.updates }, "update")
    return ([head] + shown + all.flatMap(\.remarks).distinct.prefix(6)).joined(separator: "; ")
      + "."
  }

  private static func count(_ number: Int, _ what: String) -> String {
    "\(number) \(what)\(number == 1 ? "" : "s")"
  }
}
