/// Finds quotes that are out of place, which the CSV parser accepts or reports without a line: what
/// follows an open quote would be one field to the end of the file.
struct TraceQuotes {
  let file: String
  let delimiter: Character

  private enum State {
    case fieldStart
    case plain
    case quoted
    case afterQuote
  }

  /// - Throws: ``HarnessError/badTrace(file:line:column:cause:)``.
  func check(_ text: String) throws {
    var state = State.fieldStart
    var line = 1
    var opened = 1
    for character in text {
      if character.isNewline { line += 1 }
      switch (state, character) {
      case (.quoted, "\""): state = .afterQuote
      case (.quoted, _): break
      case (.afterQuote, "\""): state = .quoted
      case (.fieldStart, "\""):
        state = .quoted
        opened = line
      case (_, delimiter): state = .fieldStart
      case (_, _) where character.isNewline: state = .fieldStart
      case (.fieldStart, _) where character.isWhitespace: break
      case (.afterQuote, _) where character.isWhitespace: break
      case (.plain, "\""), (.afterQuote, _):
        throw failure(
          line, "a quote is out of place. Quote the whole field, double what is inside.")
      case (_, _): state = .plain
      }
    }
    if state == .quoted { throw failure(opened, "a quote is opened here and never closed.") }
  }

  private func failure(_ line: Int, _ cause: String) -> HarnessError {
    .badTrace(file: file, line: line, column: nil, cause: cause)
  }
}
