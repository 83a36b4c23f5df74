@testable import BenchHarness
import Testing

/// Reads traces that a test writes as text.
enum TraceText {
  static let name = "my.csv"

  static func read(_ text: String, _ options: TraceOptions = TraceOptions()) throws -> Trace {
    try Recording(bytes: Array(text.utf8), name: name, options: options).trace
  }

  /// How a text is understood.
  static func understood(_ text: String, _ options: TraceOptions = TraceOptions()) throws -> String
  {
    try Recording(bytes: Array(text.utf8), name: name, options: options).understood
  }

  /// Where and why a text is refused; records an issue where it is not, or by another error.
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

/// What a refused trace is refused for.
struct TraceRefusal: Equatable {
  let file: String
  let line: Int?
  let column: String?
  let cause: String
}

extension TraceOptions {
  /// Options with some of them set.
  static func with(_ set: (inout TraceOptions) -> Void) -> TraceOptions {
    var options = TraceOptions()
    set(&options)
    return options
  }
}
