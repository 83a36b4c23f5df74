import ArgumentParser
import BenchHarness
import BenchReport
import BenchRuns

/// A recommendation as text.
struct RecommendTable {
  let recommendation: Recommendation

  private static let width = min(80, Terminal.output.width)
  private static let lines = 16

  private static let figures: [(title: String, metric: Metric)] = [
    ("deliveries", .deliveries), ("mean ms", .latencyMean), ("longest ms", .latencyMax),
    ("busiest s %", .mainBusyPeakShare), ("pictures", .picturesPerSecond),
  ]

  static func end(
    _ recommendation: Recommendation, format: Format, in results: ResultsFolder?
  ) throws {
    try results?.write(recommendation)
    try format.show(recommendation, csv: ResultsTables.recommend(recommendation)) { layout in
      let table = RecommendTable(recommendation: recommendation)
      return layout == .terminal ? table.terminalText : table.markdown
    }
    if let results { Output.note("Results: \(results.url.relativePath)") }
    if recommendation.choice == nil { throw ExitCode(1) }
  }

  private var markdown: String {
    let swift = recommendation.swift.map { "\n```swift\n\($0)\n```\n" }
    return Layout.markdown.heading(recommendation.name) + table().text(.markdown)
      + (swift ?? "") + "\n"
      + Layout.markdown.paragraphs([recommendation.sentences.joined(separator: " ")])
  }

  /// Ends with the first sentences, as many as fit in ``lines`` lines, but at least one; JSON has all sentences.
  private var terminalText: String {
    let swift = recommendation.swift.map { Self.code($0) + "\n" }
    let head = fitted + "\n" + (swift ?? "")
    let sentences = recommendation.sentences
    var prose = ""
    for place in sentences.indices {
      let longer = Prose.wrapped(sentences[...place].joined(separator: " "), width: Self.width)
      let isTooLong = (head + longer).count { $0 == "\n" } > Self.lines
      if isTooLong, place > 0 { break }
      prose = longer
    }
    return head + prose
  }

  /// Leaves out columns where the terminal is narrow; if that is not enough, breaks keys between their parameters.
  private var fitted: String {
    func text(_ table: Table) -> String {
      table.fitted(
        .terminal, width: Self.width, expendable: ["deliveries", "mean ms", "pictures"]
      ).text
    }
    let whole = text(table())
    let rule = whole.split(separator: "\n").first { $0.hasPrefix("--") } ?? ""
    guard rule.count > Self.width else { return whole }
    let keys = rule.split(separator: " ").map(\.count)
    return text(table(keyWidth: keys[1] - (rule.count - Self.width)))
  }

  private var candidates: [(role: String, candidate: Candidate)] {
    var all = recommendation.now.map { [("now", $0)] } ?? []
    for (number, candidate) in recommendation.proposed.enumerated() {
      all.append((number == 0 ? "proposed" : "or", candidate))
    }
    if let standard = recommendation.standard, !all.contains(where: { $0.1.key == standard.key }) {
      all.append(("default", standard))
    }
    return all
  }

  private func table(keyWidth: Int = .max) -> Table {
    let name = recommendation.name.count > keyWidth ? "strategy" : recommendation.name
    let rows = candidates.flatMap { role, candidate in
      let parts = candidate.key.readableKey.split(separator: ":").map(String.init)
      let lines = Prose.lines(of: parts, separator: ":", width: keyWidth - 1)
      let figures = Self.figures.map { figure in
        candidate.figure(figure.metric).map { FigureText.number($0, figure.metric) } ?? ""
      }
      return lines.enumerated().map { number, line in
        number == 0 ? [role, line] + figures : ["", ":\(line)"] + figures.map { _ in "" }
      }
    }
    return Table(
      [.init("", .left), .init(name, .left)] + Self.figures.map { .init($0.title, .right) }, rows)
  }

  private static func code(_ text: String) -> String {
    text.split(separator: "\n").map(String.init).flatMap { line -> [String] in
      guard line.count > width - 2 else { return [line] }
      if line.hasPrefix("// ") {
        let words = line.dropFirst(3).split(separator: " ").map(String.init)
        return Prose.lines(of: words, width: width - 5).map { "// \($0)" }
      }
      guard let body = line.wholeMatch(of: /(.* \{) (.*) \}/) else { return call(line) }
      return call(String(body.1)) + ["  \(body.2)", "}"]
    }.map { "  \($0)\n" }.joined()
  }

  /// Breaks a call after commas and braces; if its first line is too long even so, also before the arguments.
  private static func call(_ line: String) -> [String] {
    func broken(_ text: String) -> [String] {
      let breaks = text.replacing(", ", with: ",\n").replacing("{ ", with: "{\n")
      return Prose.lines(of: breaks.split(separator: "\n").map(String.init), width: width - 4)
    }
    var lines = broken(line)
    if lines[0].count > width - 2, let place = line.firstRange(of: ">(") {
      lines = [String(line[..<place.upperBound])] + broken(String(line[place.upperBound...]))
    }
    return lines.prefix(1) + lines.dropFirst().map { "  \($0)" }
  }
}
