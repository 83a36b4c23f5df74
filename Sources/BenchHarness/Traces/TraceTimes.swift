/// Reads times that are all written in one way: the one that reads most of a sample.
///
/// In a field, nothing stands beside a number. In a line of text, a time may stand anywhere: it is
/// found by its form.
struct TraceTimes {
  private enum Notation {
    case number(TimeUnit), pattern(TimePattern), since1970(TimeUnit)
  }

  private let isLine: Bool, hasOwnUnit: Bool, hasDecimalCommas: Bool
  private let notations: [Notation]
  /// How much of the sample each notation reads, and how often it stands at the head of a line.
  private var counts: [(all: Int, heads: Int)]
  private var notation: Notation?
  private var isAtHead = false
  /// Whether the days are known, not just the times of day.
  private(set) var namesDay = false
  /// Whether they are numbers.
  var isNumber: Bool { if case .pattern? = notation { false } else { true } }
  /// How much of the sample is read.
  private(set) var readCount = 0
  private var year = 1971, periods: Int64 = 0, last: Int64 = 0

  /// Times of `unit`, or written as `pattern`, where these are given; else in any notation that is
  /// known, numbers of the likely unit first.
  init(
    unit: TimeUnit?, pattern: String?, likely: TimeUnit?, isLine: Bool, hasDecimalCommas: Bool
  ) {
    (self.isLine, self.hasDecimalCommas, hasOwnUnit) = (isLine, hasDecimalCommas, unit != nil)
    let dates = (pattern.map { [TimePattern($0)] } ?? TimePattern.known).map(Notation.pattern)
    let numbers = (unit ?? likely).map { [Notation.number($0)] } ?? []
    // `strptime` takes ten digits for a date and a time, too.
    let others =
      [.since1970(.s)] + dates + TimeUnit.allCases.filter { $0 != .s }.map(Notation.since1970)
    let seconds: [Notation] = isLine ? [.number(.s)] : []
    notations = pattern != nil ? dates : unit != nil ? numbers : numbers + others + seconds
    counts = Array(repeating: (0, 0), count: notations.count)
  }

  /// Takes a time or a line into the sample. It counts for what is found first, or, in the same place,
  /// reads most of it.
  mutating func consider(_ bytes: [UInt8], _ range: Range<Int>) {
    let places = notations.map { place($0, bytes, range, year: 1972) }
    guard let best = places.compactMap({ $0.map { ($0.start, -$0.reading.end) } }).min(by: <)
    else { return }
    let isHead = Self.isHead(bytes[range.lowerBound..<best.0])
    for (index, place) in places.enumerated() {
      guard let place, (place.start, -place.reading.end) == best else { continue }
      counts[index].all += 1
      counts[index].heads += isHead ? 1 : 0
      if counts[index].all > readCount {
        (readCount, notation) = (counts[index].all, notations[index])
        namesDay = place.reading.period != TimePattern.day
        // What is further inside is then in a message, or in one that was wrapped.
        isAtHead = isLine && counts[index].heads * 10 >= readCount * 9
      }
    }
  }

  /// The time in nanoseconds, since 1970 or whatever else is counted from; nil for none.
  mutating func read(_ bytes: [UInt8], _ range: Range<Int>) -> Int64? {
    guard let notation else { return nil }
    var found = place(notation, bytes, range, year: year)
    if found == nil, year != 1972, case .pattern = notation {
      // A leap day in a notation without a year.
      found = place(notation, bytes, range, year: 1972)
      if found != nil { year = 1972 }
    }
    guard let (start, reading) = found, reading.nanoseconds != .max,
      !isAtHead || Self.isHead(bytes[range.lowerBound..<start])
    else { return nil }
    let (time, period) = (reading.nanoseconds, reading.period)
    guard period > 0 else { return time }
    // A step back of more than half a period is taken for midnight, or for new year.
    if time + periods * period < last - period / 2, periods < 100 { periods += 1 }
    let late = time + (periods - 1) * period
    if periods > 0, late <= last, last - late < period / 24 { return late }
    last = max(last, time + periods * period)
    return time + periods * period
  }

  private func place(
    _ notation: Notation, _ bytes: [UInt8], _ range: Range<Int>, year: Int
  ) -> (start: Int, reading: TimePattern.Reading)? {
    var literal: UInt8?
    if case .pattern(let pattern) = notation {
      literal = pattern.literal
    } else if !isLine {
      return number(notation, bytes, range).map { (range.lowerBound, $0) }
    }
    var position = range.lowerBound
    let end = min(range.upperBound, position + Self.searchedBytes)
    while let start = Self.nextStart(bytes, from: position, before: end, literal) {
      if let reading = reading(notation, bytes, start, range, year: year) {
        return (start, reading)
      }
      position = start + 1
    }
    return nil
  }

  private func reading(
    _ notation: Notation, _ bytes: [UInt8], _ start: Int, _ range: Range<Int>, year: Int
  ) -> TimePattern.Reading? {
    guard case .pattern(let pattern) = notation else {
      guard let reading = number(notation, bytes, start..<range.upperBound) else { return nil }
      let before = bytes[range.lowerBound..<start]
      var rest = bytes[reading.end..<range.upperBound]
      if case .number(.s) = notation, rest.first == UInt8(ascii: "s") { rest.removeFirst() }
      guard Self.isEnd(rest), before.last.map(Self.isLetter) != true else { return nil }
      if hasOwnUnit { return reading }
      guard rest.first != UInt8(ascii: ",") else { return nil }
      if case .since1970 = notation { return reading }
      // Seconds since the machine was started: at the beginning, in brackets or before a colon.
      let decimals = bytes[start..<reading.end].reversed().prefix { $0 != UInt8(ascii: ".") }
      let sign = before.last { $0 != 0x20 }
      let isSeconds = sign.map("[(".utf8.contains) ?? true || rest.first == UInt8(ascii: ":")
      let hasDecimals = decimals.count >= 3 && decimals.count < reading.end - start
      return isSeconds && hasDecimals ? reading : nil
    }
    guard
      let found = pattern.read(bytes, at: start, before: range.upperBound, yearIfNone: year)
    else { return nil }
    let rest = bytes[found.end..<range.upperBound]
    // In a field, only the name of a zone may follow.
    let isZone = rest.count < 7 && rest.allSatisfy { Self.isLetter($0) || " )]".utf8.contains($0) }
    return Self.isEnd(rest) && (isLine || isZone) ? found : nil
  }

  /// The number that `range` is, or in a line begins with.
  private func number(
    _ notation: Notation, _ bytes: [UInt8], _ range: Range<Int>
  ) -> TimePattern.Reading? {
    var text = TimeText(bytes, range)
    switch notation {
    case .number(let unit), .since1970(let unit):
      guard let time = text.takeDecimal(inUnitsOf: unit, comma: hasDecimalCommas),
        isLine || text.position == range.upperBound
      else { return nil }
      if case .since1970 = notation {
        // From 1973 on, in a line from 2001 on. In a larger unit it would be after 2262.
        guard (isLine ? 1_000_000_000_000_000_000 : 100_000_000_000_000_000)..<Int64.max ~= time
        else { return nil }
      }
      return TimePattern.Reading(nanoseconds: time, end: text.position)
    case .pattern: return nil
    }
  }
}

/// Where a time may begin and end.
extension TraceTimes {
  /// How far into a line a time is looked for.
  private static var searchedBytes: Int { 1_000 }

  private static func isDigit(_ byte: UInt8) -> Bool { 0x30...0x39 ~= byte }
  private static func isLetter(_ byte: UInt8) -> Bool { 0x61...0x7A ~= byte | 0x20 }

  /// The next `literal`, or the next word or number that is not the rest of a date or of a version.
  private static func nextStart(
    _ bytes: [UInt8], from start: Int, before end: Int, _ literal: UInt8?
  ) -> Int? {
    (start..<end).first { position in
      let byte = bytes[position], previous = position > 0 ? bytes[position - 1] : 0
      guard literal == nil else { return byte == literal }
      if isLetter(byte) { return !isLetter(previous) && !isDigit(previous) }
      guard isDigit(byte), !isDigit(previous), !"+-".utf8.contains(previous) else { return false }
      return position < 2 || !"/.:_".utf8.contains(previous) || !isDigit(bytes[position - 2])
    }
  }

  /// Whether neither a word nor a number goes on.
  private static func isEnd(_ rest: ArraySlice<UInt8>) -> Bool {
    guard let next = rest.first else { return true }
    let isInside = "+-/.:".utf8.contains(next) && rest.dropFirst().first.map(isDigit) == true
    return !isInside && !isDigit(next) && !isLetter(next)
  }

  /// Whether words stand before a time in brackets only, or it is in brackets or quotes itself, or the
  /// value of a key.
  private static func isHead(_ before: ArraySlice<UInt8>) -> Bool {
    if let last = before.last, "[({<=\"'".utf8.contains(last) { return true }
    var depth = 0
    for byte in before {
      if "[({".utf8.contains(byte) { depth += 1 }
      if "])}".utf8.contains(byte) { depth = max(0, depth - 1) }
      if depth == 0, isLetter(byte) { return false }
    }
    return true
  }
}

extension TraceTimes: CustomStringConvertible {
  /// How the times are written, for people.
  var description: String {
    switch notation {
    case .number(let unit): unit.word
    case .since1970(let unit): "\(unit.word) since 1970"
    case .pattern(let pattern):
      ["%Y-%m-%dT%H:%M:%S": "ISO 8601", "%H:%M:%S": "HH:MM:SS"][pattern.text]
        ?? "as \(pattern.text)"
    case nil: "in no known way"
    }
  }

  /// Why what ``read(_:_:)`` did not read is no time.
  func cause(_ bytes: [UInt8], _ range: Range<Int>) -> String {
    let text = TimeText(bytes, range)
    if notation != nil { return "'\(text)' is not a time as the others are: \(self)." }
    guard number(.number(.s), bytes, range) == nil else {
      return "its unit is not known. Give --time-unit s, ms, us or ns."
    }
    return "'\(text)' is not a time that is known, as 2026-05-01T12:30:00.5Z. Give --time-pattern, "
      + "as '%d.%m.%Y %H:%M:%S'."
  }
}
