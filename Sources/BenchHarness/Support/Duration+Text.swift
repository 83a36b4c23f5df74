import Coalesce
import Foundation

extension Duration {
  /// Reads texts such as "300ms", "0.3 s", "50us" or "20ns"; rejects a number without a unit.
  package init(parsing text: String) throws {
    let failure = BenchError.badValue(
      what: "duration", value: text, expected: "a number and a unit, as in 300ms, 0.3s or 50us")
    let trimmed = text.trimmingCharacters(in: .whitespaces)
    let digits = trimmed.prefix { $0.isNumber || "+-.eE".contains($0) }
    let name = trimmed.dropFirst(digits.count).filter { $0 != " " }
    guard let number = Double(digits), number.isFinite, number >= 0,
      let unit = TimeUnit.decimal.first(where: { $0.rawValue == name }),
      number * unit.nanoseconds < 9e18
    else { throw failure }
    self = .nanoseconds(Int64((number * unit.nanoseconds).rounded()))
  }

  /// The duration in the largest unit that needs no fraction, such as "300ms".
  package var text: String {
    wholeNanoseconds == 0 ? "0ns" : "\(whole.count)\(whole.unit.rawValue)"
  }

  var whole: (count: UInt64, unit: TimeUnit) {
    let unit = TimeUnit.decimal.first { wholeNanoseconds % UInt64($0.nanoseconds) == 0 } ?? .ns
    return (wholeNanoseconds / UInt64(unit.nanoseconds), unit)
  }

  /// The duration as written in sentences, such as "3.7 ms".
  package var words: String {
    let (value, unit) = inUnit
    return "\(FigureText.threeDigits(value)) \(unit == .us ? "µs" : unit.rawValue)"
  }

  /// The duration as written in options, such as "16.7ms": three significant digits, or four if four are exact.
  package var short: String {
    let (value, unit) = inUnit
    let full = String(format: "%.4g", value)
    let text = value < 1_000 && Double(full) == value ? full : FigureText.threeDigits(value)
    return text + unit.rawValue
  }

  private var inUnit: (value: Double, unit: TimeUnit) {
    let nanoseconds = Double(wholeNanoseconds)
    let unit = [TimeUnit.s, .ms, .us].first { nanoseconds >= $0.nanoseconds } ?? .ns
    return (nanoseconds / unit.nanoseconds, unit)
  }

  package var milliseconds: Double { Double(wholeNanoseconds) / 1e6 }
}
