import BenchReport
import BenchHarness

/// Prints a recommendation.
enum RecommendTable {
  /// What a terminal shows at once.
  private static let width = min(80, Terminal.output.width)
  /// How many workloads a terminal has room for, and how many are shown where there are more.
  private static let (room, shown) = (5, 3)
  /// The most characters of a workload's name that leave room for its figures.
  private static let longest = 34

  /// On stdout, in the format that was asked for.
  static func show(_ recommendation: Recommendation, format: Format, isVerbose: Bool) throws {
    switch format {
    case .table:
      Output.show(
        answer(recommendation, isVerbose)
          + (isVerbose ? candidates(recommendation, .terminal, all: true) : ""))
    case .markdown: Output.show(page(recommendation, isVerbose))
    case .csv: Output.show(ResultsTables.recommend(recommendation))
    case .json: try Output.show(json: recommendation)
    }
  }

  /// What fits on a first screen.
  private static func answer(_ recommendation: Recommendation, _ isVerbose: Bool) -> String {
    let answer = recommendation.answer
    let scope = recommendation.scope + (isVerbose ? "." : "; --verbose lists them.")
    func prose(_ sentences: [String]) -> String {
      Prose.wrapped(sentences.joined(separator: " "), width: width)
    }
    return [
      prose([answer.title]), recommendation.swift.map(code), prose(answer.about),
      places(recommendation, .terminal), answer.runnerUp.map { prose([$0]) },
      prose(answer.notes + [scope]),
    ].compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: "\n")
  }

  /// Lines of Swift, broken after commas where they are too long.
  private static func code(_ text: String) -> String {
    text.split(separator: "\n").flatMap { line in
      guard line.count > width - 2 else { return ["  \(line)\n"] }
      let parts = line.replacing(", ", with: ",\n").split(separator: "\n").map(String.init)
      return Prose.lines(of: parts, width: width - 4).enumerated()
        .map { ($0.offset == 0 ? "  " : "    ") + $0.element + "\n" }
    }.joined()
  }

  private static let figures = [
    FigureColumn("mean ms", "latency_mean_ms"), FigureColumn("p99 ms", "latency_p99_ms"),
    FigureColumn("max ms", "latency_max_ms"),
    FigureColumn("busy %", "main_busy_share", factor: 100),
  ]

  /// What the choice does on each workload; of many, on the worst.
  private static func places(_ recommendation: Recommendation, _ layout: Layout) -> String? {
    guard recommendation.cases.count > 1,
      let chosen = recommendation.candidates.first(where: { $0.key == recommendation.choice })
    else { return nil }
    let all = recommendation.places(of: chosen)
    let places = all.count > room ? Array(all.prefix(shown)) : all
    let figures = figures.filter { $0.isThere(in: places.map(\.cell)) }
    let table = Table(
      ["workload"] + figures.map(\.title) + ["× best there"],
      places.map { place in
        [name(place.cell.workload.readableKey)] + figures.map { $0.text(place.cell) }
          + [FigureText.threeDigits(place.ratio)]
      })
    return table.text(layout)
      + (all.count > shown && all.count > room
        ? "and \(all.count - shown) more, all nearer to the best there\n" : "")
  }

  /// The end of a long name, as of a file's path.
  private static func name(_ workload: String) -> String {
    workload.count > longest ? "…" + workload.suffix(longest - 1) : workload
  }

  private static let legend = """
    In the order of preference, in virtual time. mean, p99, max: latency, ms; a percentile needs \
    enough updates. busy: share of the time in which main delivers and lays out. cost: main's time \
    for deliveries and the time that updates wait, at --latency-price. ÷ optimum: the cost against the \
    best possible schedule of deliveries of the same kind. worst: what decides, against the best on \
    the workload where that is most. recommend.csv holds every figure.
    """

  private static let columns = [
    FigureColumn("mean", "latency_mean_ms"), FigureColumn("p99", "latency_p99_ms"),
    FigureColumn("max", "latency_max_ms"), FigureColumn("deliveries/s", "deliveries_per_s"),
    FigureColumn("busy %", "main_busy_share", factor: 100), FigureColumn("cost ms", "cost_ms"),
    FigureColumn("÷ optimum", "cost_ratio"),
  ]

  /// `all` candidates or the best of each strategy, and what was tried; of several workloads where each
  /// is worst off.
  private static func candidates(
    _ recommendation: Recommendation, _ layout: Layout, all: Bool
  ) -> String {
    let ranking = (all ? recommendation.candidates : recommendation.bestOfEach)
      .map { ($0, recommendation.places(of: $0)[0]) }
    let columns = columns.filter { $0.isThere(in: ranking.map(\.1.cell)) }
    let isMissed = ranking.contains { !$0.0.isEligible }
    let areSeveral = recommendation.cases.count > 1
    let table = Table(
      ["strategy"] + (areSeveral ? ["worst", "on"] : []) + columns.map(\.title)
        + (isMissed ? ["misses"] : []),
      ranking.map { candidate, worst in
        [candidate.key.readableKey]
          + (areSeveral
            ? [FigureText.threeDigits(worst.ratio), worst.cell.workload.readableKey] : [])
          + columns.map { $0.text(worst.cell) } + (isMissed ? [candidate.misses] : [])
      }
    ).fitted(
      layout, width: layout == .terminal ? Terminal.output.columns : nil,
      expendable: ["deliveries/s", "cost ms", "max", "on", "÷ optimum", "misses"])
    let bestOnly = all ? [] : ["Each strategy with its best parameters."]
    return "\n" + table.text + "\n"
      + layout.paragraphs(
        [recommendation.tried] + bestOnly
          + [legend, Layout.room(table.leftOut, "recommend.csv")].compactMap { $0 })
  }

  /// All of it, for a page.
  private static func page(_ recommendation: Recommendation, _ isVerbose: Bool) -> String {
    let (answer, swift) = (recommendation.answer, recommendation.swift)
    let parts = [
      answer.title, swift.map { "```swift\n\($0)\n```" }, answer.about.joined(separator: " "),
      places(recommendation, .markdown), answer.runnerUp, answer.notes.joined(separator: " "),
    ].compactMap { $0 }.filter { !$0.isEmpty }
    return Layout.markdown.heading(recommendation.name) + Layout.markdown.paragraphs(parts)
      + candidates(recommendation, .markdown, all: isVerbose)
  }
}

/// A column of figures: the median of which metric, times what.
private struct FigureColumn {
  let title: String
  let metric: String
  private let factor: Double

  init(_ title: String, _ metric: String, factor: Double = 1) {
    self.title = title
    self.metric = metric
    self.factor = factor
  }

  /// A column that the workload has no figures for is left out.
  func isThere(in cells: [CellSummary]) -> Bool { cells.contains { $0.figures[metric] != nil } }

  func text(_ cell: CellSummary) -> String {
    cell.figures[metric].map { FigureText.threeDigits($0.median * factor) } ?? ""
  }
}
