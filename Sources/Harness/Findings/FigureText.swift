import Foundation

/// Writes figures for people.
public enum FigureText {
  /// Three significant digits, as in "0.0123", "1.23", "123" or "12300"; whole numbers, which are
  /// counts more often than not, in full up to a million.
  public static func threeDigits(_ value: Double) -> String {
    guard value.isFinite else { return "" }
    if value == value.rounded(), abs(value) < 1e6 { return String(Int64(value)) }
    let digits = 2 - Int(floor(log10(abs(value))))
    let scale = pow(10, Double(digits))
    let rounded = (value * scale).rounded() / scale
    return digits > 0
      ? String(format: "%.\(min(digits, 6))f", rounded).droppingTrailingZeros
      : String(Int64(rounded))
  }

  /// Three significant digits in the unit that people read that metric in.
  static func number(_ value: Double, metric name: String) -> String {
    threeDigits(unit(name) == "share" ? value * 100 : value)
  }

  /// The same with the unit.
  static func withUnit(_ value: Double, metric name: String) -> String {
    let words = ["": "", "share": " %", "1/s": " a second"]
    return number(value, metric: name) + (words[unit(name)] ?? " \(unit(name))")
  }

  private static func unit(_ name: String) -> String {
    [Metric].standard.first { $0.name == name }?.unit ?? ""
  }
}

extension String {
  fileprivate var droppingTrailingZeros: String {
    guard contains(".") else { return self }
    let digits = reversed().drop { $0 == "0" }
    return String((digits.first == "." ? digits.dropFirst() : digits).reversed())
  }
}
