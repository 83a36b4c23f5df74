import Testing

@testable import BenchHarness

/// Reads traces from text.
enum TraceText {
  static let name = "my.csv"

  static func read(_ text: String, _ options: TraceOptions = TraceOptions()) throws -> Trace {
    try Recording(bytes: Array(text.utf8), name: name, options: options).trace
  }

  /// Where and why a text is refused; records an issue if it is not refused or another error is thrown.
  static func refusal(
    of text: String, _ options: TraceOptions = TraceOptions(),
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> TraceRefusal {
    refusal(sourceLocation: sourceLocation) { try read(text, options) }
  }

  static func refusal(
    sourceLocation: SourceLocation = #_sourceLocation, _ read: () throws -> Trace
  ) -> TraceRefusal {
    let error = #expect(throws: BenchError.self, sourceLocation: sourceLocation) {
      _ = try read()
    }
    guard case .badTrace(let file, let line, let column, let cause) = error else {
      return TraceRefusal(file: "", line: nil, column: nil, cause: "")
    }
    return TraceRefusal(file: file, line: line, column: column, cause: cause)
  }
}

/// Where and why a trace is refused.
struct TraceRefusal: Equatable {
  let file: String
  let line: Int?
  let column: String?
  let cause: String
}

extension TraceOptions {
  /// The default options, changed by `set`.
  static func with(_ set: (inout TraceOptions) -> Void) -> TraceOptions {
    var options = TraceOptions()
    set(&options)
    return options
  }
}
