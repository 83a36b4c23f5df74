import CBenchPlatform
import Foundation

/// A time that was read: nanoseconds since 1970, or since the start of its day or year, and the text after it.
struct TimeReading {
  let nanoseconds: Int64
  let rest: Substring
  /// The character before the decimals; nil without decimals.
  let point: UInt8?
  var hasZone = false
}

/// A notation for times, as for `strptime` in the C locale. `.%f` after the seconds stands for decimals, which may be
/// missing. Times without a zone are in UTC.
struct TimePattern: Sendable {
  let text: String
  let hasYear: Bool, hasDay: Bool
  private let hasZone: Bool
  /// The pattern up to the decimals, nil if it has none; and the pattern without the decimals.
  private let head: String?, whole: String
  /// The year of times without one: 1971, or the leap year 1972 once a 29 February was read.
  private var year = 1971

  static let day: Int64 = 86_400_000_000_000
  /// Dates with a four-digit year and a time of day.
  static let dates = ["%H:%M:%S.%f", "%H:%M"].flatMap { clock in
    ["%Y-%m-%dT", "%Y-%m-%d ", "%Y/%m/%dT", "%Y/%m/%d "].compactMap { try? Self($0 + clock) }
  }
  /// Common patterns, for suggestions in error messages.
  static let usual: [String] = {
    let clocks = ["%I:%M:%S.%f %p", "%I:%M %p", "%H:%M:%S.%f", "%H:%M"]
    let dates = [
      "%d.%m.%Y", "%d.%m.%y", "%m/%d/%Y", "%d/%m/%Y", "%m/%d/%y", "%d/%m/%y", "%y/%m/%d",
      "%Y-%m-%d", "%Y/%m/%d", "%d %b %Y", "%d-%b-%Y", "%d/%b/%Y", "%b %d, %Y", "%b %d", "%m-%d",
    ].flatMap { date in [" ", ", ", ":", " @ "].map { date + $0 } }
    return (dates + [""]).flatMap { date in clocks.map { date + $0 } } + ["%a %b %d %H:%M:%S.%f %Y"]
  }()
  /// Parsed once, because every column is tried with each pattern.
  private static let parsed = Dictionary(
    uniqueKeysWithValues: usual.compactMap { text in (try? Self(text)).map { (text, $0) } })

  static func of(_ text: String) throws -> Self { try parsed[text] ?? Self(text) }

  private init(_ text: String) throws {
    let letters = Set(
      text.components(separatedBy: "%").dropFirst().compactMap {
        $0.first { !"-_0^#EO".contains($0) }
      })
    let parts = text.components(separatedBy: text.contains(".%f") ? ".%f" : ",%f")
    self.text = text
    hasYear = !letters.isDisjoint(with: "YyDFcxG")
    hasDay = !letters.isDisjoint(with: "dejDFcxbBhm")
    hasZone = letters.contains("z")
    (head, whole) = (parts.count > 1 ? parts[0] : nil, parts.joined())
    guard !letters.isEmpty, letters.isDisjoint(with: "sZ"), parts.count < 3, !whole.contains("%f"),
      letters.isDisjoint(with: "Il") != letters.contains("p"),
      head.map({ $0.hasSuffix("%S") || $0.hasSuffix("%T") }) ?? true
    else {
      throw TextFailure(
        nil,
        "--time-pattern '\(text)' cannot be used: it needs %H, %M, %S or the like, %p with %I, and a "
          + "point between %S and %f. For %s give --time-unit s, for %Z write the zone or %z.")
    }
  }

  /// Seconds from 1970 to the year assumed for times without one, else 0. Neither 1970 nor 1971 is a leap year.
  var yearStart: Int { hasYear ? 0 : (year - 1970) * 365 * 86_400 }

  /// Reads the time at the start of `text`; nil if there is none.
  mutating func read(_ text: Substring) -> TimeReading? {
    var copy = String(text), time = tm(), decimals: Int64 = 0, point: UInt8?
    if let head {
      let end = cplatform_strptime(copy, head, &time)
      guard end >= 0 else { return nil }
      let rest = copy.utf8.dropFirst(end), digits = rest.dropFirst().prefix { $0.isDigit }
      if let first = rest.first, ".,".utf8.contains(first), !digits.isEmpty {
        (point, decimals) = (first, Int64(digits.padded(9)) ?? 0)
        copy.removeSubrange(rest.startIndex..<digits.endIndex)
      }
    }
    let end = cplatform_strptime(copy, whole, &time)
    guard end >= 0, !hasYear || 70...199 ~= time.tm_year else { return nil }
    if !hasYear { time.tm_year = Int32(year - 1900) }
    if !hasDay { time.tm_mday = 1 }
    let date = (time.tm_mon, time.tm_mday), offset = time.tm_gmtoff
    let seconds = timegm(&time) - offset - yearStart
    guard date == (time.tm_mon, time.tm_mday) else {
      // The day does not exist, or not in that year.
      guard !hasYear, year == 1971, date == (1, 29) else { return nil }
      year = 1972
      return read(text)
    }
    return TimeReading(
      nanoseconds: Int64(seconds) * 1_000_000_000 + decimals,
      rest: Substring(copy.utf8.dropFirst(end)), point: point, hasZone: hasZone)
  }
}

extension TimeReading {
  /// Reads the decimal number of `unit` at the start of `text`. With `comma`, its point may be a comma.
  init?(number text: Substring, _ unit: TimeUnit, comma: Bool) {
    let digits = text.utf8.prefix { $0.isDigit || (comma ? "+-.eE," : "+-.eE").utf8.contains($0) }
    let number = comma ? Substring(digits).replacing(",", with: ".")[...] : Substring(digits)
    let whole = number.utf8.prefix { $0 != UInt8(ascii: ".") }
    let decimals = number.utf8.dropFirst(whole.count + 1)
    // From the digits, because a `Double` is too coarse for nanoseconds since 1970.
    let exact =
      decimals.allSatisfy(\.isDigit)
      ? Int64(Substring(whole) + decimals.padded(Int(log10(unit.nanoseconds)))) : nil
    let value =
      exact ?? Double(number).flatMap { Int64(exactly: ($0 * unit.nanoseconds).rounded()) }
    guard let value, digits.contains(where: \.isDigit) else { return nil }
    self.init(
      nanoseconds: value, rest: text[digits.endIndex...],
      point: whole.count < number.utf8.count ? UInt8(ascii: ".") : nil)
  }

  /// The reading with the zone that follows, if any. After a blank, a numeric zone needs four digits (+0100).
  var zoned: Self {
    var time = tm()
    let isUTC = rest.hasPrefix(" UTC")
    let length = isUTC ? 4 : cplatform_strptime(String(rest), "%z", &time)
    guard length >= (isUTC ? 4 : rest.hasPrefix(" ") ? 6 : 1) else { return self }
    return TimeReading(
      nanoseconds: nanoseconds - Int64(time.tm_gmtoff) * 1_000_000_000,
      rest: Substring(rest.utf8.dropFirst(length)), point: point, hasZone: true)
  }
}

extension UInt8 {
  var isDigit: Bool { 0x30...0x39 ~= self }
}

extension Substring.UTF8View {
  /// The first `count` digits, padded with zeros at the end.
  fileprivate func padded(_ count: Int) -> Substring {
    Substring((Substring(self) + "000000000").utf8.prefix(count))
  }
}
