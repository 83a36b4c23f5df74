import Foundation

extension Workload {
  /// Answers of language models, streamed side by side, each to a view that lays out its whole text at each delivery.
  ///
  /// An answer begins after a delay, arrives in bursts of tokens (a connection delivers several at a time), and pauses
  /// twice for a tool call. Of every three answers, one is complete, one ends with an error after two thirds, and one
  /// is stopped half-way by the user. Each end must be shown without waiting, but not before the text that precedes it.
  ///
  /// Sources: in BurstGPT (Wang and others, arXiv 2401.17644), the median answer has about 400 tokens. BurstGPT
  /// has no token times, so these are made up. Pango 1.50 lays out 100 to 1 000 tokens of English prose, four letters
  /// each, in 2.3 to 3.6 µs per token.
  static let tokenStream = Workload(
    "token-stream", origin: "answers of language models; lengths as in BurstGPT, times made up",
    summary: "3 answers of 400 tokens in bursts of up to 8; a delivery lays out the text so far",
    parameters: [
      .count("answers", 3, "answers side by side, up to 16"),
      .count("tokens", 400, "tokens of a whole answer"),
      .rate("rate", 60, "tokens a second in an answer, on average"),
      .count("burst", 8, "the most tokens in a burst"),
      .duration("first", .milliseconds(400), "time until the first token, on average"),
      .duration("pause", .milliseconds(500), "average length of the two pauses for tool calls"),
      .duration("layout", .microseconds(3), "main-thread time per token shown, at each layout"),
    ],
    quick: ["tokens": "60", "first": "100ms", "pause": "100ms"]
  ) { context in
    let answers = context.count("answers")
    try context.require((1...16).contains(answers), "give 1 to 16 answers.")
    try context.require(updates: Double(answers) * Double(context.count("tokens")))
    var arrivals: [TokenArrival] = []
    for answer in 0..<answers { arrivals += try context.tokens(ofAnswer: answer) }
    arrivals.sort { $0.time < $1.time }
    var updates = PlannedUpdates()
    for arrival in arrivals {
      updates.append(
        atNanoseconds: arrival.time,
        producer: arrival.isEnd && arrival.answer % 3 == 2 ? answers : arrival.answer,
        view: arrival.answer, row: arrival.row, kind: .insert, isUrgent: arrival.isEnd)
    }
    var plan = context.plan(
      updates, by: Array(repeating: .thread, count: answers) + [.main], views: answers,
      lasting: arrivals.last?.time ?? 0)
    if plan.costs.contentNanoseconds == 0 {
      plan.costs.contentNanoseconds = context.nanoseconds("layout")
    }
    return plan
  }

  /// Updates that cause further updates, like trades in a market and lines in a chat. Source: Hawkes, "Spectra of some
  /// self-exciting and mutually exciting point processes", Biometrika 58 (1971); generated as clusters, as in Hawkes,
  /// Oakes, "A cluster process representation of a self-exciting process", Journal of Applied Probability 11 (1974).
  static let selfExciting = Workload(
    "self-exciting", origin: "markets and chats: arrivals that cause arrivals; a Hawkes process",
    summary: "20 spontaneous updates a second; each update causes 0.8 more within about 50 ms",
    parameters: [
      .rate("rate", 20, "spontaneous updates a second, on average"),
      .share("children", 0.8, "how many updates each update causes, on average; at most 0.95"),
      .duration("delay", .milliseconds(50), "time from cause to effect, on average"),
      .count("rows", 50, "rows that change"),
      .duration("duration", .seconds(3), "how long updates arrive"),
    ],
    quick: ["duration": "600ms"]
  ) { context in
    let duration = Double(context.nanoseconds("duration"))
    let children = context.number("children")
    try context.require(children <= 0.95, "give at most 0.95 children.")
    try context.require(
      updates: duration / 1e9 * context.number("rate") / (1 - children))
    var times = context.poisson(meanGap: 1e9 / context.number("rate"), until: duration)
    var next = 0
    while next < times.count {
      // The number of children has a Poisson distribution.
      for _ in context.poisson(meanGap: 1 / children, until: 1) {
        let time = times[next] + context.exponential(mean: Double(context.nanoseconds("delay")))
        if time < duration { times.append(time) }
      }
      next += 1
    }
    let rows = context.count("rows")
    var updates = PlannedUpdates()
    for time in times.sorted() {
      updates.append(
        atNanoseconds: UInt64(time), row: Int.random(in: 0..<rows, using: &context.generator))
    }
    return context.plan(updates)
  }
}

private struct TokenArrival {
  let time: UInt64
  let answer: Int, row: Int
  var isEnd = false
}

extension Workload.Context {
  fileprivate mutating func tokens(ofAnswer answer: Int) throws -> [TokenArrival] {
    let whole = values.count("tokens")
    let meanGap = 1e9 / values.number("rate")
    let end = [whole, whole * 2 / 3, whole / 2][answer % 3]
    var time = Double(nanoseconds("first")) * jitter()
    var arrivals: [TokenArrival] = []
    while arrivals.count < end {
      let first = arrivals.count
      let burst = Int.random(in: 1...values.count("burst"), using: &generator)
      for row in first..<min(first + burst, end) {
        arrivals.append(TokenArrival(time: UInt64(time), answer: answer, row: row))
      }
      try require(time < 86_400e9, "it would last over a day.")
      time += Double(arrivals.count - first) * meanGap * jitter()
      let pauses = [whole / 3, whole * 2 / 3].count { (first..<arrivals.count).contains($0) }
      time += Double(pauses) * Double(nanoseconds("pause")) * jitter()
    }
    arrivals.append(TokenArrival(time: UInt64(time), answer: answer, row: end, isEnd: true))
    return arrivals
  }

  private mutating func jitter() -> Double { 0.5 + generator.nextUnit() }

  mutating func poisson(meanGap: Double, until end: Double) -> [Double] {
    var times: [Double] = []
    var time = exponential(mean: meanGap)
    while time < end {
      times.append(time)
      time += exponential(mean: meanGap)
    }
    return times
  }

  mutating func exponential(mean: Double) -> Double { -log(1 - generator.nextUnit()) * mean }
}
