import ArgumentParser
import BenchHarness

enum Format: String, CaseIterable, ExpressibleByArgument {
  case table, csv, json, markdown

  /// The layout of the text; nil for the formats that programs read.
  var layout: Layout? {
    switch self {
    case .table: .terminal
    case .markdown: .markdown
    case .csv, .json: nil
    }
  }

  func show(
    _ report: some Encodable, csv: @autoclosure () -> String, text: (Layout) -> String
  ) throws {
    guard let layout else { return Output.show(try self == .csv ? csv() : .json(report)) }
    Output.show(text(layout))
  }
}

extension Layout {
  func heading(_ text: String, _ terminal: Terminal = .output) -> String {
    self == .terminal ? "\n\(terminal.bold(text))\n\n" : "\n### \(text)\n\n"
  }

  func points(_ sentences: [String], _ terminal: Terminal = .output) -> String {
    sentences.map {
      self == .terminal ? Prose.wrapped($0, indent: 2, width: terminal.textWidth) : "- \($0)\n"
    }.joined()
  }

  func paragraphs(_ sentences: [String], _ terminal: Terminal = .output) -> String {
    self == .terminal
      ? sentences.map { Prose.wrapped($0, width: terminal.textWidth) }.joined(separator: "\n")
      : sentences.joined(separator: "\n\n") + "\n"
  }
}
