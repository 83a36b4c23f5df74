import CBenchPlatform
import Foundation

/// A notation for times, as in `strptime` with the C locale. `.%f`, `,%f` or `:%f` after the seconds means decimals,
/// which may be missing. A zone may follow a time whose pattern begins with `%Y`. Times without a zone are in UTC.
struct TimePattern: Sendable {
  let text: String
  let hasYear: Bool, hasDay: Bool
  private let hasZone: Bool
  /// The part of the pattern before its decimals (nil without decimals), and the whole pattern without them.
  private let head: String?, whole: String
  /// The characters that may be before decimals: a point and a comma stand for each other.
  private let points: String
  /// The year assumed for times that name no year: 1971, or the leap year 1972 once a 29 February was read.
  private var year = 1971

  static let day: Int64 = 86_400_000_000_000
  /// Patterns for a date that begins with a four-digit year, followed by a time of day.
  static let dates = ["%H:%M:%S.%f", "%H:%M"].flatMap { clock in
    ["%Y-%m-%dT", "%Y-%m-%d ", "%Y/%m/%dT", "%Y/%m/%d "].map { $0 + clock }
  }
  init(_ text: String) throws {
    let letters = Set(text.matches(of: /%[-_0^#EO]*(.)/).compactMap(\.1.first))
    let parts = text.split(separator: /[.,:]%f/, omittingEmptySubsequences: false).map(String.init)
    self.text = text
    hasYear = !letters.isDisjoint(with: "YyDFcxG")
    hasDay = !letters.isDisjoint(with: "dejDFcxbBhm")
    hasZone = letters.contains("z")
    (head, whole) = (parts.count > 1 ? parts[0] : nil, parts.joined())
    points = text.contains(":%f") ? ":" : ".,"
    guard !letters.isEmpty, letters.isDisjoint(with: "sZ"), parts.count < 3, !whole.contains("%f"),
      letters.isDisjoint(with: "Il") != letters.contains("p"),
      head.map({ $0.hasSuffix("%S") || $0.hasSuffix("%T") }) ?? true
    else {
      throw TextFailure(
        nil,
        "--time-pattern '\(text)' is invalid. Name a part of a time, such as %H. Use %I and %p together, "
          + "%f only after '%S.', --time-unit s instead of %s, and %z or the zone's name instead of %Z."
      )
    }
  }

  /// The seconds from 1970 to the assumed year; 0 if times name their year. Neither 1970 nor 1971 is a leap year.
  var yearStart: Int64 { hasYear ? 0 : Int64(year - 1970) * 365 * 86_400 }

  /// Reads the time at the start of `text`; nil if there is none.
  mutating func read(_ text: Substring) -> TimeReading? {
    var copy = String(text), time = tm(), decimals: Int64 = 0, point: UInt8?
    if let head {
      let end = cplatform_strptime(copy, head, &time)
      guard end >= 0 else { return nil }
      let rest = copy.utf8.dropFirst(end), number = rest.dropFirst().prefix(while: \.isDigit)
      // Instruments writes a point between milliseconds and microseconds, too.
      let groups = rest.dropFirst().prefix { $0.isDigit || $0 == 0x2E }
      let areThousands = groups.split(separator: 0x2E).allSatisfy { $0.count == 3 }
      let digits = areThousands ? groups : number
      if let first = rest.first, points.utf8.contains(first), !digits.isEmpty {
        let places = Substring(digits).filter { $0 != "." } + "00000000"
        (point, decimals) = (first, Int64(places.prefix(9)) ?? 0)
        copy.removeSubrange(rest.startIndex..<digits.endIndex)
      }
    }
    let end = cplatform_strptime(copy, whole, &time)
    guard end >= 0, !hasYear || 70...199 ~= time.tm_year else { return nil }
    if !hasDay { time.tm_mday = 1 }
    let date = (time.tm_mon, time.tm_mday), offset = time.tm_gmtoff
    if !hasYear, date == (1, 29) { year = 1972 }
    if !hasYear { time.tm_year = Int32(year - 1900) }
    let seconds = Int64(timegm(&time) - offset) - yearStart
    // If `timegm` changed the date, the calendar has no such day.
    guard date == (time.tm_mon, time.tm_mday) else { return nil }
    // After a space, a numeric zone needs four digits, as in +0100.
    var rest = Substring(copy.utf8.dropFirst(end)), zone = tm()
    let isUTC = rest.hasPrefix(" UTC"), least = rest.hasPrefix(" ") ? 6 : 1
    let length = isUTC ? 4 : cplatform_strptime(String(rest), "%z", &zone)
    let isZoned = self.text.hasPrefix("%Y") && !hasZone && (isUTC || length >= least)
    if isZoned { rest = Substring(rest.utf8.dropFirst(length)) }
    return TimeReading(
      nanoseconds: (seconds - Int64(isZoned ? zone.tm_gmtoff : 0)) * 1_000_000_000 + decimals,
      rest: rest, point: point, hasZone: hasZone || isZoned)
  }
}
