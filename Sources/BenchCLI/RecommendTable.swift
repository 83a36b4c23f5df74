import BenchReport
import BenchHarness

enum RecommendTable {
  private static let width = min(80, Terminal.output.width)
  private static let room = 5
  private static let longest = 34

  static func show(_ recommendation: Recommendation, format: Format, isVerbose: Bool) throws {
    try format.show(recommendation, csv: ResultsTables.recommend(recommendation)) { layout in
      let parts = parts(recommendation, layout, isVerbose)
      return layout == .terminal
        ? parts.joined(separator: "\n")
          + (isVerbose ? candidates(recommendation, layout, all: true) : "")
        : layout.heading(recommendation.name) + layout.paragraphs(parts)
          + candidates(recommendation, layout, all: isVerbose)
    }
  }

  private static func parts(
    _ recommendation: Recommendation, _ layout: Layout, _ isVerbose: Bool
  ) -> [String] {
    let (answer, isPage) = (recommendation.answer, layout == .markdown)
    let scope = recommendation.scope + (isVerbose ? "." : "; --verbose lists them.")
    func prose(_ sentences: [String]) -> String {
      let text = sentences.joined(separator: " ")
      return isPage ? text : Prose.wrapped(text, width: width)
    }
    return [
      prose([answer.title]),
      recommendation.swift.map { isPage ? "```swift\n\($0)\n```" : code($0) },
      prose(answer.about), places(recommendation, layout),
      answer.runnerUp.map { prose([$0]) + runnerUp(recommendation, isPage) },
      prose(answer.notes + (isPage ? [] : [scope])),
    ].compactMap { $0 }.filter { !$0.isEmpty }
  }

  private static func runnerUp(_ recommendation: Recommendation, _ isPage: Bool) -> String {
    guard let swift = recommendation.runnerUp?.swift else { return "" }
    guard !isPage else { return "\n\n```swift\n\(swift)\n```" }
    let known = (recommendation.swift ?? "").split(separator: "\n")
    return code(swift.split(separator: "\n").filter { !known.contains($0) }.joined(separator: "\n"))
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

  private static let figures = [
    ReportColumn(title: "mean ms", metric: "latency_mean_ms"),
    ReportColumn(title: "p99 ms", metric: "latency_p99_ms"),
    ReportColumn(title: "max ms", metric: "latency_max_ms"),
    ReportColumn(title: "busy %", metric: "main_busy_share", factor: 100),
  ]

  /// The figures of the choice on each workload; of many workloads, at three shares of them.
  private static func places(_ recommendation: Recommendation, _ layout: Layout) -> String? {
    guard recommendation.cases.count > 1,
      let chosen = recommendation.candidates.first(where: { $0.key == recommendation.choice })
    else { return nil }
    let places = recommendation.places(of: chosen)
    let figures = figures.filter { $0.isThere(in: places.map(\.cell)) }
    let excess = ReportColumn.excess(figures, in: places.map(\.cell)).map {
      Prose.wrapped($0, width: width)
    }
    let titles = figures.map(\.title) + ["× best there"]
    guard places.count > room else {
      return Table(
        ["workload"] + titles,
        places.map { place in
          [name(place.cell.workload.readableKey)] + figures.map { $0.text(place.cell) }
            + [FigureText.threeDigits(place.ratio)]
        }
      ).text(layout) + (excess ?? "")
    }
    let most = recommendation.share < 1 ? recommendation.share : 0.95
    let shares = [
      ("half, at most", 0.5), ("\(FigureText.threeDigits(most * 100)) %, at most", most),
      ("the worst", 1),
    ]
    return Table(
      ["of \(places.count) \(recommendation.noun)"] + titles,
      shares.map { title, share in
        let most = figures.map { figure in
          recommendation.most(of: chosen, on: share) {
            $0.cell.median(figure.metric).map { $0 * figure.factor }
          }
        }
        let ratio = recommendation.most(of: chosen, on: share) { $0.ratio }
        return [title] + (most + [ratio]).map { $0.map(FigureText.threeDigits) ?? "" }
      }
    ).text(layout) + (excess ?? "")
  }

  private static func name(_ workload: String) -> String {
    workload.count > longest ? "…" + workload.suffix(longest - 1) : workload
  }

  private static let legend = """
    In the order of preference, in virtual time. mean, p99, max: latency, ms; a percentile needs \
    enough updates. busy: share of the time in which the main thread delivers and lays out. cost: \
    main-thread time for deliveries plus waiting, charged at --latency-price. ÷ optimum: cost ÷ that of \
    the best possible schedule of such deliveries. worst: what decides, as a multiple of the best, on \
    the workload where that is highest. recommend.csv holds every figure.
    """

  private static let columns = [
    ReportColumn(title: "mean", metric: "latency_mean_ms"),
    ReportColumn(title: "p99", metric: "latency_p99_ms"),
    ReportColumn(title: "max", metric: "latency_max_ms"),
    ReportColumn(title: "deliveries/s", metric: "deliveries_per_s"),
    ReportColumn(title: "busy %", metric: "main_busy_share", factor: 100),
    ReportColumn(title: "cost ms", metric: "cost_ms"),
    ReportColumn(title: "÷ optimum", metric: "cost_ratio"),
  ]

  private static func candidates(
    _ recommendation: Recommendation, _ layout: Layout, all: Bool
  ) -> String {
    let ranking = (all ? recommendation.candidates : recommendation.bestOfEach)
      .map { ($0, recommendation.place(of: $0)) }
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
        [recommendation.ranges] + bestOnly
          + [
            legend, ReportColumn.excess(columns, in: ranking.map(\.1.cell)),
            Layout.room(table.leftOut, "--format csv"),
          ].compactMap { $0 })
  }
}
