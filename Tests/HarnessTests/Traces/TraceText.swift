import Testing

@testable import BenchHarness

/// Reads traces from text.
enum TraceText {
  static let name = "my.csv"

  static func read(_ text: String, _ options: TraceOptions = TraceOptions()) throws -> Trace {
    try Recording(bytes: Array(text.utf8), name: name, options: options).trace
  }

  typealias Refusal = (file: String, line: Int?, column: String?, cause: String)

  /// Where and why a text is refused; records an issue if it is not refused or another error is thrown.
  static func refusal(
    of text: String, _ options: TraceOptions = TraceOptions(),
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> Refusal {
    refusal(sourceLocation: sourceLocation) { try read(text, options) }
  }

  static func refusal(
    sourceLocation: SourceLocation = #_sourceLocation, _ read: () throws -> Trace
  ) -> Refusal {
    let error = #expect(throws: BenchError.self, sourceLocation: sourceLocation) {
      _ = try read()
    }
    guard case .badTrace(let file, let line, let column, let cause) = error else {
      return ("", nil, nil, "")
    }
    return (file, line, column, cause)
  }
}

extension TraceOptions {
  /// The options that the command line would have.
  static func parsed(_ text: String) -> TraceOptions {
    var options = TraceOptions()
    let words = text.matches(of: /'([^']*)'|([^ ]+)/).map { String($0.1 ?? $0.2 ?? "") }
    for (number, word) in words.enumerated() where word.hasPrefix("--") {
      let value = number + 1 < words.count ? words[number + 1] : ""
      switch word {
      case "--time-column": options.timeColumn = value
      case "--time-unit": options.timeUnit = TimeUnit(rawValue: value)
      case "--time-pattern": options.timePattern = value
      case "--input-format": options.formatName = value
      case "--rows-at": options.rowsAt = value
      case "--intervals": options.isInterval = true
      case "--no-header": options.hasHeader = false
      case "--skip-before": options.firstLine = Int(value)
      case "--jumps": options.jumps = ClockJumps(rawValue: value)
      default: Issue.record("There is no option \(word).")
      }
    }
    return options
  }
}
