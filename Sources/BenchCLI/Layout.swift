import BenchHarness

extension Layout {
  func heading(_ text: String, _ terminal: Terminal = .output) -> String {
    self == .terminal ? "\n\(terminal.styled(text, .bold))\n\n" : "\n### \(text)\n\n"
  }

  /// What belongs to the table before it.
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

  /// What a fitted table did without, and which file has it.
  static func room(_ leftOut: [String], _ file: String) -> String? {
    leftOut.isEmpty
      ? nil : "Left out for lack of room: \(leftOut.joined(separator: ", ")). \(file) has all."
  }
}
