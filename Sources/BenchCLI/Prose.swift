/// Breaks sentences into lines for a terminal.
enum Prose {
  static let width = Terminal.output.textWidth

  /// The words of `text` in lines that begin with `indent` spaces and are at most `width` columns wide;
  /// a longer word has a line of its own.
  static func wrapped(_ text: String, indent: Int = 0, width: Int = width) -> String {
    lines(of: text.split(whereSeparator: \.isWhitespace).map(String.init), width: width - indent)
      .map { String(repeating: " ", count: indent) + $0 + "\n" }.joined()
  }

  /// The parts, as many in a line as it has room for.
  static func lines(of parts: [String], separator: String = " ", width: Int) -> [String] {
    parts.reduce(into: []) { lines, part in
      if let last = lines.last, last.count + separator.count + part.count <= width {
        lines[lines.count - 1] = last + separator + part
      } else {
        lines.append(part)
      }
    }
  }
}
