/// Text from language models, with an update per character, and lines from programs. No recordings of such services are
/// published, so lengths and gaps are those that users report, and the rest is made up.
extension Workload {
  /// Source: providers that send 150 to 250 characters every half second, in vercel/streamdown#625 (148 characters every
  /// 550 ms) and coder/coder#22503.
  static let textChunks = Workload(
    "text-chunks", origin: "answers that arrive in lumps, as in vercel/streamdown#625",
    summary: "200 characters every half second, in 10 chunks",
    parameters: [
      .count("size", 200, "characters in a chunk"),
      .duration("gap", .milliseconds(500), "time between two chunks"),
      .count("chunks", 10, "chunks in all"),
    ],
    quick: ["chunks": "3"]
  ) { context in
    var text = StreamedText()
    for chunk in 0..<context.count("chunks") {
      let time = try 10_000_000 + context.total(chunk, context.nanoseconds("gap"))
      text.append(context.count("size"), atNanoseconds: time)
    }
    return try text.plan(context)
  }

  /// Source: huggingface/chat-ui#2329 and coder/coder#22503 name both jitter and stalls. Made up: tokens of four letters
  /// at exponential gaps, and a stall after 2 s on average.
  static let textJitter = Workload(
    "text-jitter", origin: "tokens of a language model over a network that stalls; made up",
    summary: "1 to 8 tokens of 4 letters at a time, 60 tokens a second, with stalls of 1 to 3 s",
    parameters: [
      .rate("rate", 60, "tokens a second, on average"),
      .count("burst", 8, "the most tokens at a time"),
      .duration("stall", .seconds(3), "the longest stall; the shortest is a third of it"),
      .duration("duration", .seconds(12), "how long text arrives"),
    ],
    quick: ["duration": "3s"]
  ) { context in
    var text = StreamedText()
    let (end, longest) = (context.nanoseconds("duration"), context.nanoseconds("stall"))
    let most = context.count("burst")
    try context.require(updates: 8 * context.number("rate") * Double(end) / 1e9)
    var time = 10_000_000.0
    while time < Double(end) {
      let tokens = Int.random(in: 1...most, using: &context.generator)
      text.append(4 * tokens, atNanoseconds: UInt64(time))
      time += context.exponential(mean: Double(tokens) / context.number("rate") * 1e9)
      let stalls = Double.random(in: 0..<1, using: &context.generator)
      if stalls * 2 < Double(tokens) / context.number("rate"), longest > 0 {
        time += Double(UInt64.random(in: longest / 3...longest, using: &context.generator))
      }
    }
    return try text.plan(context)
  }

  /// Source: huggingface/chat-ui#2115, whose smoother has to follow a rate that changes. Made up.
  static let textSlows = Workload(
    "text-slows", origin: "an answer that begins fast and goes on slowly; made up",
    summary: "400 characters a second in steps of 50 ms for 3 s, then 40 a second",
    parameters: [
      .rate("fast", 400, "characters a second at first"),
      .rate("slow", 40, "characters a second then"),
      .duration("duration", .seconds(6), "how long text arrives; half of it fast"),
    ],
    quick: ["duration": "2s"]
  ) { context in
    var text = StreamedText()
    let end = context.nanoseconds("duration")
    try context.require(updates: context.number("fast") * Double(end) / 1e9)
    var owed = 0.0
    for time in stride(from: 10_000_000, to: end, by: 50_000_000) {
      owed += context.number(time < end / 2 ? "fast" : "slow") / 20
      text.append(Int(owed), atNanoseconds: time)
      owed -= owed.rounded(.down)
    }
    return try text.plan(context)
  }

  /// Source: the pauses for tools that coder/coder#22503 describes. Made up.
  static let textToolCall = Workload(
    "text-tool-call", origin: "an answer with a tool call in between; made up",
    summary: "text for 2 s, nothing for 4 s, then a lump of 600 characters and text for 2 s",
    parameters: [
      .rate("rate", 240, "characters a second"),
      .duration("call", .seconds(4), "how long the tool takes"),
      .count("lump", 600, "characters that come at once behind the call"),
    ],
    quick: ["call": "1s"]
  ) { context in
    var text = StreamedText()
    let (part, call) = (2_000_000_000 as UInt64, context.nanoseconds("call"))
    let step = UInt64(1e9 * 4 / context.number("rate"))
    try context.require(
      step > 0 && call <= 3_600_000_000_000, "give a lower rate or a shorter call.")
    text.append(4, from: 10_000_000, to: part, every: step)
    text.append(context.count("lump"), atNanoseconds: part + call)
    text.append(4, from: part + call + step, to: 2 * part + call, every: step)
    return try text.plan(context)
  }

  /// Source: manaflow-ai/cmux#9092, where output that had piled up kept the main thread from handling clicks for 25 s.
  static let paste = Workload(
    "paste", origin: "a paste into a terminal, as in manaflow-ai/cmux#9092",
    summary: "10 000 lines at once, while the main thread also runs a timer",
    parameters: [
      .count("lines", 10_000, "lines"),
      .duration("heartbeat", .milliseconds(10), "the period of the timer on the main thread"),
    ],
    quick: ["lines": "2000"]
  ) { context in
    let heartbeat = context.nanoseconds("heartbeat")
    try context.require(heartbeat > 0, "give a heartbeat longer than 0.")
    var text = StreamedText()
    text.append(context.count("lines"), atNanoseconds: 10_000_000)
    var plan = try text.plan(context)
    plan.surroundings.heartbeatNanoseconds = heartbeat
    return plan
  }

  /// Source: migueldeicaza/SwiftTerm#641, a terminal that falls behind a program's output. Made up.
  static let logBurst = Workload(
    "log-burst", origin: "a program that logs very much for a while, as in SwiftTerm#641; made up",
    summary: "20 lines a second, and 2 s of 1 500 a second in between",
    parameters: [
      .rate("calm", 20, "lines a second before and after the burst"),
      .rate("burst", 1_500, "lines a second in the burst"),
      .duration(
        "length", .seconds(2), "how long the burst lasts, and the calm before and after it"),
    ],
    quick: ["length": "500ms"]
  ) { context in
    var text = StreamedText()
    let length = context.nanoseconds("length")
    try context.require(
      updates: (2 * context.number("calm") + context.number("burst")) * Double(length) / 1e9)
    for (part, rate) in ["calm", "burst", "calm"].map({ context.number($0) }).enumerated() {
      let step = max(1, UInt64(1e9 / rate))
      let begin = UInt64(part) * length
      text.append(1, from: begin + step, to: begin + length + 1, every: step)
    }
    return try text.plan(context)
  }
}

/// Characters or lines, each with a row of its own.
private struct StreamedText {
  private var times: [UInt64] = []

  mutating func append(_ count: Int, atNanoseconds time: UInt64) {
    times += repeatElement(time, count: count)
  }

  /// Appends `count` at `begin` and after each `step` before `end`, in nanoseconds.
  mutating func append(_ count: Int, from begin: UInt64, to end: UInt64, every step: UInt64) {
    for time in stride(from: begin, to: end, by: UInt64.Stride(step)) {
      append(count, atNanoseconds: time)
    }
  }

  func plan(_ context: Workload.Context) throws -> TrialPlan {
    try context.require(updates: Double(times.count))
    return context.plan(
      PlannedUpdates(at: times, kind: .insert), lasting: (times.last ?? 0) + 500_000_000)
  }
}
