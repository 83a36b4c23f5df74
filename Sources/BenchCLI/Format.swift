import ArgumentParser
import BenchHarness

/// What a command prints.
enum Format: String, CaseIterable, ExpressibleByArgument {
  case table, csv, json, markdown

  /// How people read it; nil for other programs.
  var layout: Layout? {
    switch self {
    case .table: .terminal
    case .markdown: .markdown
    case .csv, .json: nil
    }
  }

  /// Prints `report` as JSON, or what `csv` and `text` say of it.
  func show(
    _ report: some Encodable, csv: @autoclosure () -> String, text: (Layout) -> String
  ) throws {
    if let layout {
      Output.show(text(layout))
    } else if self == .csv {
      Output.show(csv())
    } else {
      try Output.show(json: report)
    }
  }
}
