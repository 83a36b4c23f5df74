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
    switch self {
    case .table: Output.show(text(.terminal))
    case .markdown: Output.show(text(.markdown))
    case .csv: Output.show(csv())
    case .json: Output.show(try .json(report))
    }
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

enum Prose {
  static let width = Terminal.output.textWidth

  /// Breaks `text` into lines of at most `width` columns, indent included; a longer word gets its own line.
  static func wrapped(_ text: String, indent: Int = 0, width: Int = width) -> String {
    lines(of: text.split(whereSeparator: \.isWhitespace).map(String.init), width: width - indent)
      .map { String(repeating: " ", count: indent) + $0 + "\n" }.joined()
  }

  /// `first` followed by `text`, wrapped on a terminal, but on one line in a file or a pipe.
  static func line(_ text: String, after first: String = "") -> String {
    Terminal.output.columns == nil
      ? first + text + "\n" : wrapped(first + text, indent: first.prefix { $0 == " " }.count)
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
