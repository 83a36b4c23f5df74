import Foundation

/// What a stream wants: how wide lines may be, and whether escape sequences mean anything to it.
///
/// `NO_COLOR` and `TERM=dumb` are honoured: text is plain then, as in a file or a pipe.
struct Terminal: Sendable {
  /// The fewest columns that anything is made to fit.
  static let narrowest = 60
  /// The columns of a terminal that does not say how many it has.
  static let usual = 100

  /// How many columns it has, at least ``narrowest``; nil for a file or a pipe.
  let columns: Int?
  /// How many lines it shows at once; 0 if it does not say.
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
  /// How wide text may be: longer lines are hard to read.
  var textWidth: Int { min(width, Self.usual) }

  func bold(_ text: String) -> String { isStyled ? "\u{1B}[1m\(text)\u{1B}[0m" : text }

  /// Shows the best figures, which a star marks, in bold instead, where styles are shown. No column changes its width.
  func emphasised(_ table: String) -> String {
    guard isStyled else { return table }
    return table.replacing(/([0-9][^\s*]*)\*/) { " " + bold(String($0.1)) }
  }
}
