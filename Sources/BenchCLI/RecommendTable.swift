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
      let head =
        table(recommendation).fitted(
          layout, width: width, expendable: ["deliveries", "mean ms", "pictures"]
        )
        .text
        + "\n" + (swift.map { code($0) + "\n" } ?? "")
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

  private static func table(_ recommendation: Recommendation) -> Table {
    let present = recommendation.now.map { [("now", $0)] } ?? []
    let proposed = recommendation.proposed.enumerated().map {
      ($0.offset == 0 ? "proposed" : "or", $0.element)
    }
    let standard = recommendation.standard.flatMap { standard in
      (present + proposed).contains { $0.1.key == standard.key } ? nil : ("default", standard)
    }
    return Table(
      [.init("", .left), .init(recommendation.name, .left)]
        + figures.map { Table.Column($0.title, .right) },
      (present + proposed + [standard].compactMap { $0 }).map { role, candidate in
        [role, candidate.key.readableKey]
          + figures.map { figure in
            candidate.figure(figure.metric).map { FigureText.number($0, figure.metric) } ?? ""
          }
      })
  }

  private static func code(_ text: String) -> String {
    text.split(separator: "\n").flatMap { line in
      guard line.count > width - 2 else { return ["  \(line)\n"] }
      if let body = line.wholeMatch(of: /(.* \{) (.*) \}/) {
        return ["  \(body.1)\n", "    \(body.2)\n", "  }\n"]
      }
      let parts = line.replacing(", ", with: ",\n").split(separator: "\n").map(String.init)
      return Prose.lines(of: parts, width: width - 4).enumerated()
        .map { ($0.offset == 0 ? "  " : "    ") + $0.element + "\n" }
    }.joined()
  }
}
