import BenchHarness
import BenchReport

/// The last that a run prints: its bottom line.
enum BottomLineText {
  /// How many strategies a terminal shows, where the rest of the text has to stay on its screen.
  private static let room = 10

  static func text(
    _ bottomLine: BottomLine, warnings: [String], _ layout: Layout, terminal: Terminal = .output
  ) -> String {
    let isRanked = bottomLine.ranking.count > 1
    let parts = [
      isRanked
        ? layout.heading("The bottom line", terminal) + table(bottomLine, layout, terminal) : "",
      layout.points(bottomLine.sentences, terminal),
      isRanked ? layout.paragraphs([legend], terminal) : "",
      warnings.map { warning($0, layout, terminal) }.joined(),
    ]
    return parts.filter { !$0.isEmpty }.joined(separator: "\n")
      + (parts.allSatisfy(\.isEmpty) ? "" : "\n")
  }

  private static let legend = """
    × best possible: cost ÷ optimum, where the cost is main-thread time for deliveries plus waiting, \
    charged at --latency-price, and the optimum is the cost of the best schedule of such deliveries. \
    Means over workloads are geometric; that of busy is arithmetic.
    """

  private static func warning(_ text: String, _ layout: Layout, _ terminal: Terminal) -> String {
    guard layout == .terminal else { return layout.points(["Warning: \(text)"]) }
    return layout.paragraphs(["Warning: \(text)"], terminal)
      .replacing("Warning:", with: terminal.styled("Warning:", .warning), maxReplacements: 1)
  }

  private static func table(
    _ bottomLine: BottomLine, _ layout: Layout, _ terminal: Terminal
  ) -> String {
    let all = bottomLine.ranking
    let shown = terminal.columns == nil ? all[...] : all.prefix(room)
    let standings = Table(
      ["strategy", "× best possible", "worst", "on", "mean ms", "busy %"],
      shown.map { standing in
        let worst = FigureText.threeDigits(standing.worst.ratio)
        return [
          standing.name, FigureText.threeDigits(standing.ratio.median), worst,
          standing.worst.workload.readableKey,
          standing.latency.map(FigureText.threeDigits) ?? "",
          standing.busy.map { FigureText.threeDigits($0 * 100) } ?? "",
        ]
      })
    let table = standings.fitted(
      layout, width: layout == .terminal ? terminal.columns : nil, expendable: ["on", "worst"]
    ).text
    guard let best = all.first?.name, layout == .terminal else { return table }
    let isMore = all.count > shown.count
    return table.replacing("\n\(best) ", with: "\n\(terminal.styled(best, .good)) ")
      + (isMore ? "and \(all.count - shown.count) more, further from it\n" : "")
  }
}
