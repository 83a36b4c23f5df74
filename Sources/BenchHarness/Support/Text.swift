import Coalesce
import Foundation

extension Duration {
  /// Reads "300ms", "0.3 s", "50us", "16.7ms" or "20ns"; a bare number has no unit and is refused.
  /// - Throws: ``BenchError/badValue(what:value:expected:)``.
  package init(parsing text: String) throws {
    let failure = BenchError.badValue(
      what: "duration", value: text, expected: "a number and a unit, as in 300ms, 0.3s or 50us")
    let trimmed = text.trimmingCharacters(in: .whitespaces)
    let digits = trimmed.prefix { $0.isNumber || "+-.eE".contains($0) }
    guard let number = Double(digits), number.isFinite, number >= 0,
      let unit = TimeUnit(rawValue: trimmed.dropFirst(digits.count).filter { $0 != " " }),
      number * unit.nanoseconds < 9e18
    else { throw failure }
    self = .nanoseconds(Int64((number * unit.nanoseconds).rounded()))
  }

  /// The duration in the largest unit that leaves no fraction, as in "300ms".
  package var text: String {
    let nanoseconds = wholeNanoseconds
    for unit in [TimeUnit.s, .ms, .us] where nanoseconds > 0 {
      let size = UInt64(unit.nanoseconds)
      if nanoseconds % size == 0 { return "\(nanoseconds / size)\(unit.rawValue)" }
    }
    return "\(nanoseconds)ns"
  }

  /// The duration as people say it, as in "3.7 ms".
  package var words: String {
    let (value, unit) = inUnit
    return "\(FigureText.threeDigits(value)) \(unit == .us ? "µs" : unit.rawValue)"
  }

  /// The duration as people write it in an option, as in "16.7ms": to three digits, or to four where
  /// that is all of it.
  package var short: String {
    let (value, unit) = inUnit
    let full = String(format: "%.4g", value)
    let text = value < 1_000 && Double(full) == value ? full : FigureText.threeDigits(value)
    return text + unit.rawValue
  }

  /// In the largest unit of which there is at least one.
  private var inUnit: (value: Double, unit: TimeUnit) {
    let nanoseconds = Double(wholeNanoseconds)
    let unit = [TimeUnit.s, .ms, .us].first { nanoseconds >= $0.nanoseconds } ?? .ns
    return (nanoseconds / unit.nanoseconds, unit)
  }

  /// The duration in milliseconds.
  package var milliseconds: Double { Double(wholeNanoseconds) / 1e6 }
}

/// A unit of time in files and options.
package enum TimeUnit: String, CaseIterable, Codable, Sendable {
  /// Seconds, milliseconds, microseconds, nanoseconds.
  case s, ms, us, ns

  /// One unit in nanoseconds.
  package var nanoseconds: Double {
    switch self {
    case .s: 1e9
    case .ms: 1e6
    case .us: 1e3
    case .ns: 1
    }
  }
}

extension Double {
  /// Reads a share, written as 0.05 or as 5%.
  package init?(share text: String) {
    guard let number = Double(text.hasSuffix("%") ? String(text.dropLast()) : text) else {
      return nil
    }
    self = text.hasSuffix("%") ? number / 100 : number
  }

  /// The number with the fewest significant digits that is no further off than `tolerance`; for a
  /// positive number.
  package func readable(within tolerance: Double) -> Double {
    for digits in 1...15 {
      let exponent = Foundation.floor(Foundation.log10(self)) - Double(digits - 1)
      // Powers of ten under 1 have no exact value, so the scale is kept over it.
      let scale = Foundation.pow(10, Swift.abs(exponent))
      let candidate =
        exponent >= 0 ? (self / scale).rounded() * scale : (self * scale).rounded() / scale
      if Swift.abs(candidate - self) <= tolerance { return candidate }
    }
    return self
  }
}

extension String {
  /// A key of results, or a value in it, with its durations as people write them: "frame:period=16.7ms".
  package var readableKey: String {
    replacing(/(^|=)([0-9]+[mun]?s)(?=[: ]|$)/) { match in
      match.1 + ((try? Duration(parsing: String(match.2)))?.short ?? String(match.2))
    }
  }

  /// The one of `names` that this may be a slip of the pen for; nil where none is near.
  package func nearest(of names: [String]) -> String? {
    let near = names.map { (name: $0, distance: distance(to: $0)) }
      .filter { count > 2 && $0.distance <= max(1, count / 3) }
    return near.min { $0.distance < $1.distance }?.name
  }

  /// How many letters have to be put in, left out, replaced or swapped with their neighbour.
  private func distance(to other: String) -> Int {
    let (own, others) = (Array(self), Array(other))
    var before: [Int] = []
    var last = Array(0...others.count)
    for (row, letter) in own.enumerated() {
      var next = [row + 1]
      for (column, wanted) in others.enumerated() {
        var least = min(last[column + 1] + 1, next[column] + 1)
        least = min(least, last[column] + (letter == wanted ? 0 : 1))
        if row > 0, column > 0, letter == others[column - 1], own[row - 1] == wanted {
          least = min(least, before[column - 1] + 1)
        }
        next.append(least)
      }
      (before, last) = (last, next)
    }
    return last[others.count]
  }
}

extension [String] {
  /// As in a sentence: "a, b and c".
  package var listed: String {
    count < 2 ? joined() : dropLast().joined(separator: ", ") + " and " + self[count - 1]
  }
}

extension Array where Element: Equatable {
  /// Without the values that were there before.
  package var distinct: [Element] {
    reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }
}

/// Writes figures for people.
package enum FigureText {
  /// Three significant digits, as in "0.0123", "1.23", "123" or "12300"; whole numbers, which are
  /// counts more often than not, in full up to a million; beyond 10^15 as "1.23e+20".
  package static func threeDigits(_ value: Double) -> String {
    guard value.isFinite else { return "" }
    if value == value.rounded(), abs(value) < 1e6 { return String(Int64(value)) }
    guard abs(value) < 1e15 else { return String(format: "%.3g", value) }
    // Six places are shown, and the power of ten of a smaller one may be infinite.
    guard abs(value) >= 5e-7 else { return "0" }
    let digits = 2 - Int(floor(log10(abs(value))))
    let scale = pow(10, Double(digits))
    let rounded = (value * scale).rounded() / scale
    return digits > 0
      ? String(format: "%.\(min(digits, 6))f", rounded).droppingTrailingZeros
      : String(Int64(rounded))
  }

  /// What a ratio changes, as in "+5.2 %".
  package static func change(_ ratio: Double) -> String {
    String(format: "%+.1f %%", (ratio - 1) * 100)
  }
}

extension String {
  fileprivate var droppingTrailingZeros: String {
    guard contains(".") else { return self }
    let digits = reversed().drop { $0 == "0" }
    return String((digits.first == "." ? digits.dropFirst() : digits).reversed())
  }
}

/// How far something is that people wait for.
package struct Advance: Sendable {
  /// What comes next, in words.
  package let what: String
  /// How much is done, and how much there is as far as is known.
  package let done: Int, total: Int
  /// How long it still takes; nil where that is not known.
  package let secondsLeft: Double?

  /// Tells how far it is; `start` is when it began, or went on with `earlier` done already.
  package init(
    _ what: String, done: Int, of total: Int, since start: ContinuousClock.Instant? = nil,
    earlier: Int = 0
  ) {
    self.what = what
    self.done = done
    self.total = total
    secondsLeft = start.flatMap { start in
      let elapsed = (ContinuousClock.now - start).milliseconds / 1_000
      return done == earlier ? nil : elapsed / Double(done - earlier) * Double(total - done)
    }
  }
}
