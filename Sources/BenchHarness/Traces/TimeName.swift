/// What the name of a column says about its values, as in `startedAt` or `time_ms`.
///
/// They are points in time if the name, without its unit, ends in a word for one and has no word for a duration.
struct TimeName {
  let unit: TimeUnit?
  let meansTime: Bool
  let isDate: Bool

  private static let pointWords = ["ts", "at"]
  /// Endings of names without blanks, such as `timestamp`, `startdate`, `uhrzeit` and `createdat`.
  private static let pointEndings = ["time", "timestamp", "date", "epoch", "zeit", "edat"]
  private static let dateWords = ["date", "datum", "day", "tag"]
  /// Also in front of "time", as in `runtime`.
  private static let durationWords: Set = [
    "response", "wait", "waiting", "service", "cpu", "run", "load", "elapsed", "duration", "round",
    "trip", "request", "processing", "execution", "connect", "latency", "reaction", "idle", "think",
  ]

  init(_ name: String) {
    var words = name.replacing(/([a-z])([A-Z])/) { "\($0.1) \($0.2)" }.lowercased()
      .split { !$0.isLetter }.map(String.init)
    unit = words.count > 1 ? words.last.flatMap(TimeUnit.init(word:)) : nil
    if unit != nil { words.removeLast() }
    let last = words.last ?? ""
    let joined = words.joined()
    let isPoint =
      Self.pointWords.contains(last) || Self.pointEndings.contains(where: joined.hasSuffix)
    let isDuration = !Self.durationWords.isDisjoint(with: words + [String(joined.dropLast(4))])
    meansTime = isPoint && !isDuration && joined != "update"
    isDate = Self.dateWords.contains(last) && !words.contains("time")
  }
}
