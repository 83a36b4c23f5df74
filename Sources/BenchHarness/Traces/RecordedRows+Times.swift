/// Finds times, and how they are written, in the sample of the rows.
extension RecordedRows {
  /// The columns that, by values or name, have a time in at least 90 % of the rows; if any change, only those. If one
  /// has numbers, also others that may be the clock: beside `start_ms`, `time_ms` may be a duration.
  var timeColumns: [String] {
    let whole = columns.filter { name in
      // Only JSON members up to two levels deep are considered.
      (!isJSON || name.count { $0 == "." } < 2) && texts([name]).count * 10 >= sample.count * 9
    }
    let found = whole.filter { timeForm([$0], isGiven: false) != nil }
    let changing = found.filter { changes(texts([$0])) }
    let haveNumbers = changing.contains { name in
      timeForm([name], isGiven: false).flatMap { TimeUnit(rawValue: $0) } != nil
    }
    guard haveNumbers else { return changing.isEmpty ? found : changing }
    let areVague = changing.allSatisfy { TimeName($0).isVague }
    return whole.filter { column in
      let name = TimeName(column), texts = texts([column])
      let mayBeStart = name.isStart && !name.isDuration && changes(texts)
      return changing.contains(column) || mayBeStart && name.unit != nil
        || areVague && (mayBeStart && rise(numbers(texts)) || epoch(texts) != nil)
    }
  }

  /// How the times of a column, or of lines, are written; nil if that is not evident.
  func timeForm(_ names: [String], isGiven: Bool) -> String? {
    let texts = texts(names), name = TimeName(names.last ?? "")
    if let date = TimePattern.dates.first(where: { fits($0, texts) }) { return date }
    // Seconds, with their decimals in a separate column.
    if names.count > 1 { return fits("s", texts) ? "s" : nil }
    guard isGiven || name.meansTime else { return nil }
    if let unit = name.unit, isGiven || name.isClock {
      return share(unit.rawValue, texts) >= 0.5 ? unit.rawValue : nil
    }
    return epoch(texts)?.rawValue
  }

  func texts(_ names: [String]) -> [String] { sample.compactMap { text(names, $0) } }

  private func rise(_ numbers: [Double]) -> Bool {
    numbers.count == sample.count && Set(numbers).count > 1 && !isCounter(numbers)
      && numbers.steps.allSatisfy { $0 >= 0 }
  }

  /// Whether numbers count the rows.
  func isCounter(_ numbers: [Double]) -> Bool {
    Set(numbers.steps) == [1] && numbers[0] < 1e9
  }

  func changes(_ texts: [String]) -> Bool { texts.contains { $0 != texts[0] } }

  /// A notation fits if it finds a time in at least this share of the texts.
  var least: Double { isLines ? 0.5 : 0.9 }

  func fits(_ form: String, _ texts: [String]) -> Bool { share(form, texts) >= least }

  /// The share of the texts that have a time. Ignores those before the first time if at most 20 and under half.
  func share(
    _ form: String, behind place: String = "", _ texts: some Collection<String>
  ) -> Double {
    guard var rule = try? TimeRule(form, behind: place, of: self) else { return 0 }
    let found = texts.map { (try? rule.read($0)) != nil }
    let lead = found.prefix { !$0 }.count
    let count = lead <= 20 && lead * 2 < found.count ? found.count - lead : found.count
    return Double(found.count { $0 }) / Double(max(1, count))
  }

  /// The texts as numbers; for free texts, the numbers that they begin with.
  func numbers(_ texts: [String]) -> [Double] {
    texts.compactMap { text in
      guard isFree else { return Double(hasDecimalCommas ? text.replacing(",", with: ".") : text) }
      return Double(
        text.drop { " [(<".contains($0) }.prefix { $0.isNumber || ".-+eE".contains($0) })
    }
  }

  /// The unit if numbers are times since 1970; else nil. Median steps over a minute suggest microseconds since startup.
  func epoch(_ texts: [String]) -> TimeUnit? {
    let numbers = numbers(texts).sorted()
    guard numbers.count * 10 >= texts.count * 9, let last = numbers.last else { return nil }
    // A few may be from before the clock was set.
    let first = numbers[numbers.count > 3 ? max(1, numbers.count / 10) : 0]
    let steps = numbers.steps.sorted()
    let step = steps.isEmpty ? 0 : steps[steps.count / 2]
    return TimeUnit.decimal.first {
      first * $0.nanoseconds >= 1e18 && last * $0.nanoseconds < 1e19 && step * $0.nanoseconds < 60e9
    }
  }
}

extension Sequence where Element: AdditiveArithmetic {
  /// The differences between neighbours.
  var steps: [Element] { zip(dropFirst(), self).map { $0 - $1 } }
}
