import BenchHarness
import Coalesce
import Foundation

/// Shows progress on stderr: on a terminal, a bar below an optional table; elsewhere, a line every half minute.
struct Progress: Sendable {
  private let terminal: Terminal
  private let last: Locked<ContinuousClock.Instant>
  private let tableLines = Locked(0)
  private let tell: @Sendable (String) -> Void

  private static let interval = Duration.seconds(30)

  init(_ terminal: Terminal = .errors, tell: @escaping @Sendable (String) -> Void = Streams.tell) {
    (self.terminal, self.tell) = (terminal, tell)
    last = Locked(.now)
  }

  @Sendable func show(_ advance: Advance) {
    let text = Self.text(advance)
    if terminal.isLive { return write("[\(Self.bar(advance))] \(text)") }
    if isDue(at: .now) { Output.note(text) }
  }

  /// Whether a line is due. If so, restarts the interval.
  func isDue(at now: ContinuousClock.Instant) -> Bool {
    last.withLock { last in
      guard now - last >= Self.interval else { return false }
      last = now
      return true
    }
  }

  static func text(_ advance: Advance) -> String {
    let left = advance.secondsLeft.map { seconds in
      let whole = Int(seconds.rounded(.up))
      return "  \(whole / 60):" + String(format: "%02d", whole % 60) + " left"
    }
    return "\(advance.done)/\(advance.total)\(left ?? "")  \(advance.what.readableKey)"
  }

  private static func bar(_ advance: Advance) -> String {
    let width = 24
    let filled = advance.total == 0 ? 0 : width * advance.done / advance.total
    return String(repeating: "#", count: filled) + String(repeating: ".", count: width - filled)
  }

  func during<Result>(_ what: String, _ work: () throws -> Result) rethrows -> Result {
    try during { show in
      show(Advance(what, done: 0, of: 1))
      return try work()
    }
  }

  func during<Result>(
    _ work: (@escaping @Sendable (Advance) -> Void) throws -> Result
  ) rethrows -> Result {
    defer { if terminal.isLive { write("") } }
    let result = try work(show)
    show(table: "")
    return result
  }

  /// Replaces the table above the bar. Does nothing if there is no bar or the table would not fit.
  func show(table: String) {
    let lines = table.count { $0 == "\n" }
    guard terminal.isLive, lines == 0 || lines + 1 < terminal.rows else { return }
    tableLines.withLock { shown in
      if shown > 0 || lines > 0 {
        // Moves up to the first line of the old table, clears everything from there on, and prints the new table.
        tell("\r" + (shown > 0 ? "\u{1B}[\(shown)A" : "") + "\u{1B}[J" + table)
      }
      shown = lines
    }
  }

  /// Overwrites the current line and clears the rest of it, with blanks if the terminal is not styled.
  private func write(_ line: String) {
    let width = terminal.textWidth - 1
    let shown = String(line.prefix(width))
    let rest =
      terminal.isStyled
      ? "\u{1B}[K" : String(repeating: " ", count: width - shown.count) + "\r\(shown)"
    tell("\r\(shown)\(rest)")
  }
}
