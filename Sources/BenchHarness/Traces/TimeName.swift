struct TimeName {
  let unit: TimeUnit?
  /// Whether the name ends in a word for a time, such as `ts`, and has no word for a duration, such as `latency`.
  let meansTime: Bool
  let isDate: Bool

  private static let durations: Set = [
    "response", "wait", "waiting", "service", "cpu", "run", "load", "elapsed", "duration", "round",
    "trip", "request", "processing", "execution", "connect", "latency", "reaction", "idle", "think",
  ]

  init(_ name: String) {
    var words = name.replacing(/([a-z])([A-Z])/) { "\($0.1) \($0.2)" }.lowercased()
      .split { !$0.isLetter }.map(String.init)
    unit = words.count > 1 ? words.last.flatMap(TimeUnit.init(word:)) : nil
    if unit != nil { words.removeLast() }
    let name = words.joined(), last = words.last ?? ""
    meansTime =
      (name.contains(/(time|timestamp|date|epoch|zeit|edat)$/) && name != "update"
        || ["ts", "at"].contains(last))
      && Self.durations.isDisjoint(with: words + [String(name.dropLast(4))])
    isDate = !words.contains("time") && ["date", "datum", "day", "tag"].contains(last)
  }
}
