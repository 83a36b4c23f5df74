import ArgumentParser
import BenchHarness
import BenchReport
import BenchRuns

enum RecommendTable {
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
      let (swift, sentences) = (recommendation.swift, recommendation.sentences)
      guard layout == .terminal else {
        return layout.heading(recommendation.name) + table(recommendation).text(layout)
          + (swift.map { "\n```swift\n\($0)\n```\n" } ?? "") + "\n"
          + layout.paragraphs([sentences.joined(separator: " ")])
      }
      let head = fitted(recommendation) + "\n" + (swift.map { code($0) + "\n" } ?? "")
      return head + prose(sentences, lines: lines - head.count { $0 == "\n" })
    }
    if let results { Output.note("Results: \(results.url.relativePath)") }
    if recommendation.choice == nil { throw ExitCode(1) }
  }

  /// The first sentences, as many as fit in `lines` lines, but at least one; JSON has all sentences.
  private static func prose(_ sentences: [String], lines: Int) -> String {
    let texts = sentences.indices.reversed().lazy.map {
      Prose.wrapped(sentences[...$0].joined(separator: " "), width: width)
    }
    return texts.first { text in text.count { $0 == "\n" } <= lines } ?? texts.last ?? ""
  }

  /// Leaves out columns where the terminal is narrow; if that is not enough, breaks keys between their parameters.
  private static func fitted(_ recommendation: Recommendation) -> String {
    func text(_ keyWidth: Int) -> String {
      table(recommendation, keyWidth: keyWidth).fitted(
        .terminal, width: width, expendable: ["deliveries", "mean ms", "pictures"]
      ).text
    }
    let whole = text(.max)
    let rule = whole.split(separator: "\n").first { $0.hasPrefix("--") } ?? ""
    guard rule.count > width else { return whole }
    let keys = rule.split(separator: " ").map(\.count)
    return text(keys[1] - (rule.count - width))
  }

  private static func table(_ recommendation: Recommendation, keyWidth: Int = .max) -> Table {
    let present = recommendation.now.map { [("now", $0)] } ?? []
    let proposed = recommendation.proposed.enumerated().map {
      ($0.offset == 0 ? "proposed" : "or", $0.element)
    }
    let standard = recommendation.standard.flatMap { standard in
      (present + proposed).contains { $0.1.key == standard.key } ? nil : ("default", standard)
    }
    let name = recommendation.name.count > keyWidth ? "strategy" : recommendation.name
    return Table(
      [.init("", .left), .init(name, .left)] + figures.map { Table.Column($0.title, .right) },
      (present + proposed + [standard].compactMap { $0 }).flatMap { role, candidate in
        let parts = candidate.key.readableKey.split(separator: ":").map(String.init)
        let lines = Prose.lines(of: parts, separator: ":", width: keyWidth - 1)
        let texts = figures.map { figure in
          candidate.figure(figure.metric).map { FigureText.number($0, figure.metric) } ?? ""
        }
        return lines.enumerated().map { number, line in
          number == 0 ? [role, line] + texts : ["", ":\(line)"] + texts.map { _ in "" }
        }
      })
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
