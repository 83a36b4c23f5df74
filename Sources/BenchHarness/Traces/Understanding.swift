/// How a recording was understood, and what was done to read it.
package struct Understanding: Sendable {
  /// How many sessions it has, and the column that tells them apart; nil for a recording of one.
  let sessions: (count: Int, column: String)?
  package let updates: Int
  /// Of all sessions together.
  let seconds: Double
  /// Of the session that has most.
  let views: Int
  /// Where times and all else are, and in which format.
  var form: String
  /// How many rows have no time, of how many.
  let skipped: Int, rows: Int
  /// How many rows were out of order, and the most nanoseconds by which they were.
  let steps: Int, mostBack: Int64
  let isNegative: Bool
  let hasDecimalCommas: Bool

  /// A sentence for people about the recording of that name.
  package func sentence(_ name: String) -> String {
    let span = FigureText.threeDigits(seconds)
    let place =
      sessions.map { ", \(Self.count($0.count, "session")) by `\($0.column)`, \(span) s in all" }
      ?? " in \(span) s"
    return
      "\(name): \(Self.count(updates, "update"))\(place), \(Self.count(views, "view")), \(form)"
      + remarks.map { "; \($0)" }.joined() + "."
  }

  private var remarks: [String] {
    [
      skipped > 0 ? "\(skipped) of \(rows) rows without a time skipped" : nil,
      steps > 0 ? "\(steps) out of order by up to \(Self.words(mostBack)), sorted" : nil,
      isNegative ? "times below 0, counted from the first" : nil,
      hasDecimalCommas ? "commas read as decimal points" : nil,
    ].compactMap { $0 }
  }

  /// A sentence about many recordings: what they have in common, and how many are otherwise.
  package static func sentence(_ all: [Understanding]) -> String {
    let forms = Dictionary(grouping: all, by: \.form)
      .sorted { ($1.value.count, $0.key) < ($0.value.count, $1.key) }
    let shown = forms.prefix(3).map { form, own in
      own.count == all.count ? form : "in \(own.count) \(form)"
    }
    func sum(_ figure: (Understanding) -> Int) -> Int { all.reduce(0) { $0 + figure($1) } }
    let sessions = sum { $0.sessions?.count ?? 1 }
    let odd: [(String, (Understanding) -> Bool)] = [
      ("\(sum(\.skipped)) of \(sum(\.rows)) rows without a time skipped", { $0.skipped > 0 }),
      (
        "\(sum(\.steps)) rows out of order by up to \(words(all.map(\.mostBack).max() ?? 0)), sorted",
        { $0.steps > 0 }
      ),
      ("times below 0, counted from the first", \.isNegative),
      ("commas read as decimal points", \.hasDecimalCommas),
    ]
    let remarks = odd.compactMap { words, isSo -> String? in
      let count = all.count(where: isSo)
      return count > 0 ? "in \(count) \(words)" : nil
    }
    let more = forms.count > 3 ? ["and \(forms.count - 3) more forms"] : []
    return
      ([
        "\(count(all.count, "recording")) with "
          + (sessions > all.count ? "\(count(sessions, "session")) and " : "")
          + count(sum(\.updates), "update")
      ] + shown + more + remarks).joined(separator: "; ") + "."
  }

  private static func words(_ nanoseconds: Int64) -> String {
    Duration.nanoseconds(nanoseconds).words
  }

  private static func count(_ number: Int, _ what: String) -> String {
    "\(number) \(what)\(number == 1 ? "" : "s")"
  }
}
