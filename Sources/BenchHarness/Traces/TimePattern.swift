import CBenchPlatform
import Foundation

/// A way to write times, in the language of `strptime`. Seconds may have decimals, and a zone may
/// follow; without one, the time is in UTC.
struct TimePattern: Sendable {
  /// What was read: nanoseconds since 1970, or since the beginning of a period, which is what the
  /// pattern repeats after: a day or a year; 0 for none.
  struct Reading {
    var nanoseconds: Int64, period: Int64 = 0
    let end: Int
  }

  let text: String
  /// What it begins with, where that is a character of its own.
  let literal: UInt8?
  /// It, and what is behind the seconds, whose decimals `strptime` leaves.
  private let parts: [(pattern: String, hasSeconds: Bool)]

  static let day: Int64 = 86_400_000_000_000

  /// Those that are known.
  static let known = [
    "%Y-%m-%dT%H:%M:%S", "%Y/%m/%d %H:%M:%S", "%Y.%m.%d %H:%M:%S", "%Y-%m-%d-%H.%M.%S",
    "%Y.%m.%d-%H.%M.%S", "%Y%m%dT%H%M%S", "%Y%m%d-%H:%M:%S", "%Y%m%d %H:%M:%S", "%d/%b/%Y:%H:%M:%S",
    "%d/%b/%Y %H:%M:%S", "%d %b %Y %H:%M:%S", "%d-%b-%Y %H:%M:%S", "%d %b %H:%M:%S",
    "%b %d %H:%M:%S %Y", "%b %d %H:%M:%S %Z %Y", "%b %d %Y %H:%M:%S", "%b %d, %Y %I:%M:%S %p",
    "%b %d, %Y %H:%M:%S", "%b %d %H:%M:%S", "%m/%d/%Y %I:%M:%S %p", "%m/%d/%Y, %I:%M:%S %p",
    "%m/%d/%Y %H:%M:%S", "%d/%m/%Y %H:%M:%S", "%m/%d/%Y-%H:%M:%S", "%d.%m.%Y %H:%M:%S",
    "%d.%m.%Y, %H:%M:%S", "%d-%m-%Y %H:%M:%S", "%y/%m/%d %H:%M:%S", "%y%m%d %H:%M:%S",
    "%y%m%d %H%M%S", "%m-%d %H:%M:%S", "%m/%d-%H:%M:%S", "%m/%d %H:%M:%S", "%m.%d %H:%M:%S",
    "%m%d %H:%M:%S", "%I:%M:%S %p", "%H:%M:%S",
  ].map(TimePattern.init)

  init(_ text: String) {
    self.text = text
    literal = text.utf8.first.flatMap { $0 == UInt8(ascii: "%") ? nil : $0 }
    // The T before the hours is read as a blank; Python's %f is what is read anyway.
    let plain = text.replacing("T%H", with: " %H").replacing(/[.,:]%f/, with: "")
    // Hours up to twelve and what half of the day it is have to be read at once.
    let split = plain.contains("%p") ? plain : plain.replacing(/%[STs]/) { "\($0.output)\0" }
    parts = split.split(separator: "\0")
      .map { (String($0), $0.hasSuffix("%S") || $0.hasSuffix("%T") || $0.hasSuffix("%s")) }
  }

  /// Reads what is written from `start` on.
  func read(_ bytes: [UInt8], at start: Int, before end: Int, yearIfNone: Int) -> Reading? {
    var time = tm()
    var text = TimeText(bytes, start..<end)
    var decimals: Int64 = 0
    for part in parts {
      let count = cplatform_strptime(bytes, text.position, end, part.pattern, &time)
      guard count >= 0 else { return nil }
      text.position += count
      if part.hasSeconds { decimals = text.takeDecimals() }
    }
    let hasYear = time.tm_year != 0
    let isClock = !hasYear && time.tm_mon == 0 && time.tm_mday == 0
    let year = hasYear ? Int(time.tm_year) + 1900 : yearIfNone
    guard time.tm_sec <= 60,
      let day = isClock ? 0 : Self.days(year, Int(time.tm_mon) + 1, Int(time.tm_mday))
    else { return nil }
    let days = hasYear || isClock ? day : day - (Self.days(year, 1, 1) ?? 0)
    let clock = Int64((Int(time.tm_hour) * 60 + Int(time.tm_min)) * 60 + Int(time.tm_sec))
    let zone = text.takeZone() ?? Int64(time.tm_gmtoff)
    return Reading(
      nanoseconds: Int64(days) * Self.day + (clock - zone) * 1_000_000_000 + decimals,
      period: isClock ? Self.day : hasYear ? 0 : 365 * Self.day, end: text.position)
  }

  /// The days from 1970 to a day, nil for one that is not in the calendar.
  private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int? {
    /// To the first of a month, of which the thirteenth is the next year's first. The year begins in
    /// March, so that the leap day is its last; five months have 153 days.
    func days(to month: Int) -> Int {
      let (years, rest) = (year * 12 + month - 3).quotientAndRemainder(dividingBy: 12)
      return 365 * years + years / 4 - years / 100 + years / 400 + (153 * rest + 2) / 5 - 719_468
    }
    guard (1970...2261).contains(year), (1...days(to: month + 1) - days(to: month)).contains(day)
    else { return nil }
    return days(to: month) + day - 1
  }
}
