/// Infers from a column's name, such as `startedAt`, `time_ms` or `ns_since_start`, what its values are.
struct TimeName {
  let unit: TimeUnit?
  /// Whether the name ends in a word for a point in time, so that numbers since 1970 are times.
  let meansTime: Bool
  /// Whether the whole name means a clock, so that numbers are times in its unit. With any other word, it may mean a
  /// duration: `exec_time` is how long something took, and `time_min` the shortest of several.
  let isClock: Bool
  /// Whether the name of a clock may also mean a duration, like `time_ms`.
  let isVague: Bool
  let isDate: Bool
  /// Whether the values count from the row above.
  let isInterval: Bool
  /// Whether the name has a clock's word, like `start_us` or `t`, so that the column is worth proposing.
  let isStart: Bool
  /// Whether numbers are not times, but lengths of time or amounts.
  let isDuration: Bool
  /// Whether the values are whole seconds, or fractions to add to them, as in `tv_sec` and `tv_usec`.
  let isSeconds: Bool, isPartOfSecond: Bool

  // Words are matched without separators, because many names have none. The regexes are safe to share: they run no code of ours.
  nonisolated(unsafe) private static let clock =
    #/
    (?:arrival|begin|created|date|elapsed|end|epoch|event|gmt|local|log|received|recorded
    |relative|sent|start(?:ed)?|time|uhr|unix|utc)*
    (?:at|elapsed|epoch|monotonic|time|timestamp|ts|uptime|zeit|zeitstempel)(?:in)?
    |(?:elapsed|time)?(?:after|from|since)
    (?:app|boot|epoch|launch|midnight|poweron|recording|reset|start|startup)
    /#
  nonisolated(unsafe) private static let point =
    /(?:.*[^a-z])?(?:ts|at)|.*(?:edat|epoch|date|time|timestamp|zeit)/
  nonisolated(unsafe) private static let amount =
    /.*time|.*(?:bytes|cost|count|delay|dur|index|lag|laten|size|took|taken).*/
  private static let dates: Set = ["date", "datum", "day", "tag"]
  private static let intervals: Set = ["delta", "deltas", "diff", "gap", "interval", "previous"]
  private static let starts: Set = [
    "begin", "offset", "relative", "since", "start", "t", "time", "timestamp", "ts",
  ]
  private static let vague: Set = ["elapsed", "elapsedtime", "time", "zeit"]
  /// The units that have other meanings if they come first.
  private static let shortUnits: Set = ["d", "h", "min"]

  init(_ name: String) {
    var words = name.replacing(/([a-z])([A-Z])/) { "\($0.1) \($0.2)" }.lowercased()
      .split { !$0.isLetter }.map(String.init)
    let last = words.last.flatMap(TimeUnit.init(word:))
    let first = words.first.flatMap { Self.shortUnits.contains($0) ? nil : TimeUnit(word: $0) }
    let isLeast = words.last == "min"
    let ending = last ?? first
    unit = words.count > 1 ? ending : nil
    if unit != nil { words.remove(at: last == nil ? 0 : words.count - 1) }
    let joined = words.joined()
    let isTimer = joined.wholeMatch(of: Self.clock) != nil || words.count > 1 && words.last == "at"
    isClock = isTimer && !isLeast
    isVague = unit != nil && Self.vague.contains(joined)
    meansTime =
      joined != "update"
      && (isClock || words.joined(separator: " ").wholeMatch(of: Self.point) != nil)
    func has(_ others: Set<String>) -> Bool { !others.isDisjoint(with: words) }
    isDate = words.last.map(Self.dates.contains) == true && !words.contains("time")
    isInterval = has(Self.intervals)
    isStart = has(Self.starts)
    let isDecimal = ending.map(TimeUnit.decimal.contains) ?? true
    isDuration =
      !isTimer && !isInterval && (joined.wholeMatch(of: Self.amount) != nil || !isDecimal)
    isSeconds = ending == .s && !meansTime
    isPartOfSecond = ending != nil && ending != .s && !meansTime && !isDuration && isDecimal
  }
}
