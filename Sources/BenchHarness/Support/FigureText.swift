import Foundation

package enum FigureText {
  /// Three significant digits, such as "0.0123"; all digits of a whole number below 10^6; from 10^15 on, "1.23e+20".
  package static func threeDigits(_ value: Double) -> String {
    guard value.isFinite else { return "" }
    if value == value.rounded(), abs(value) < 1e6 { return String(Int64(value)) }
    guard abs(value) < 1e15 else { return String(format: "%.3g", value) }
    // Smaller numbers round to 0 at six decimal places, and their scale may be infinite.
    guard abs(value) >= 5e-7 else { return "0" }
    let digits = 2 - Int(floor(log10(abs(value))))
    let scale = pow(10, Double(digits))
    let rounded = (value * scale).rounded() / scale
    guard digits > 0 else { return String(Int64(rounded)) }
    return String(format: "%.\(min(digits, 6))f", rounded).replacing(/\.?0+$/, with: "")
  }

  /// `ratio` as a change in percent, such as "+5.2 %".
  package static func change(_ ratio: Double) -> String {
    String(format: "%+.1f %%", (ratio - 1) * 100)
  }
}
