/// Breaks sentences into lines for a terminal.
enum Prose {
  static let width = 100

  /// The words of `text` in lines that begin with `indent` spaces and are at most 100 columns wide;
  /// a longer word has a line of its own.
  static func wrapped(_ text: String, indent: Int = 0) -> String {
    var lines: [String] = []
    for word in text.split(whereSeparator: \.isWhitespace) {
      if let last = lines.last, indent + last.count + 1 + word.count <= width {
        lines[lines.count - 1] = last + " " + word
      } else {
        lines.append(String(word))
      }
    }
    return lines.map { String(repeating: " ", count: indent) + $0 + "\n" }.joined()
  }
}
