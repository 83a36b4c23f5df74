import Foundation

/// The capabilities of an output stream: its size, and whether it understands escape sequences. With `NO_COLOR` or
/// `TERM=dumb`, text is plain, as in a file or a pipe.
struct Terminal: Sendable {
  /// Output is laid out for at least this many columns.
  static let narrowest = 60
  /// The width assumed for an output without a known width, and the maximum width of prose.
  static let usual = 100

  /// The number of columns, at least ``narrowest``; nil for a file or a pipe.
  let columns: Int?
  let rows: Int
  let isLive: Bool
  let isStyled: Bool

  static let output = Terminal(STDOUT_FILENO)
  static let errors = Terminal(STDERR_FILENO)
  static let none = Terminal(columns: nil, isLive: false, isStyled: false)

  init(columns: Int?, rows: Int = 0, isLive: Bool, isStyled: Bool) {
    self.columns = columns.map { max($0, Self.narrowest) }
    self.rows = rows
    self.isLive = isLive
    self.isStyled = isStyled
  }

  init(_ stream: Int32, environment: [String: String] = ProcessInfo.processInfo.environment) {
    guard isatty(stream) == 1 else {
      self = .none
      return
    }
    let isLive = environment["TERM"] != "dumb"
    var size = winsize()
    let known = ioctl(stream, UInt(TIOCGWINSZ), &size) == 0 ? Int(size.ws_col) : 0
    let given = environment["COLUMNS"].flatMap(Int.init) ?? 0
    self.init(
      columns: known > 0 ? known : given > 0 ? given : Self.usual, rows: Int(size.ws_row),
      isLive: isLive, isStyled: isLive && environment["NO_COLOR"]?.isEmpty != false)
  }

  var width: Int { columns ?? Self.usual }
  /// The width of prose, limited because long lines are hard to read.
  var textWidth: Int { min(width, Self.usual) }

  func bold(_ text: String) -> String { isStyled ? "\u{1B}[1m\(text)\u{1B}[0m" : text }

  /// If styles are shown, marks the best figures with bold type instead of stars. Columns keep their widths.
  func emphasised(_ table: String) -> String {
    guard isStyled else { return table }
    return table.replacing(/([0-9][^\s*]*)\*/) { " " + bold(String($0.1)) }
  }
}
