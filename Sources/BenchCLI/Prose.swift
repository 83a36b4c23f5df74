enum Prose {
  static let width = Terminal.output.textWidth

  /// Breaks `text` into lines of at most `width` columns, unless a word is longer. Keeps a number and its unit
  /// together.
  static func wrapped(_ text: String, indent: Int = 0, width: Int = width) -> String {
    lines(of: words(of: text), width: width - indent)
      .map { String(repeating: " ", count: indent) + $0 + "\n" }.joined()
  }

  private static func words(of text: String) -> [String] {
    text.split(whereSeparator: \.isWhitespace).reduce(into: []) { words, word in
      if let last = words.last, last.last?.isNumber == true,
        word.wholeMatch(of: /(%|ns|µs|ms|ms\/s|s)[.,;:)]*/) != nil
      {
        words[words.count - 1] = "\(last) \(word)"
      } else {
        words.append(String(word))
      }
    }
  }

  /// `first` followed by `text`, wrapped on a terminal, but on one line in a file or a pipe.
  static func line(_ text: String, after first: String = "") -> String {
    Terminal.output.columns == nil
      ? first + text + "\n" : wrapped(first + text, indent: first.prefix { $0 == " " }.count)
  }

  /// `text` or, if it has over `room` characters, the lines that fit; `words` say how many lines are left out.
  static func cut(_ text: String, to room: Int, _ words: (Int) -> String) -> String {
    guard text.count > room else { return text }
    let kept = text[..<(text.prefix(room).lastIndex(of: "\n") ?? text.startIndex)]
    return "\(kept)\n\n\(words(text.dropFirst(kept.count).count { $0 == "\n" }))\n"
  }

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
