import Foundation

extension Double {
  /// Reads a share, written as 0.05 or as 5%.
  package init?(share text: String) {
    guard let number = Double(text.hasSuffix("%") ? String(text.dropLast()) : text) else {
      return nil
    }
    self = text.hasSuffix("%") ? number / 100 : number
  }

  /// Rounds a positive number down to so many significant digits.
  package func roundedDown(digits: Int) -> Double {
    // A product of powers of ten may be slightly under the whole number that is meant.
    rounded(digits: digits) { ($0 + 1e-9).rounded(.down) }
  }

  /// A positive number with the fewest significant digits that is within `tolerance`.
  package func readable(within tolerance: Double) -> Double {
    let candidates = (1...15).lazy.map { rounded(digits: $0) { $0.rounded() } }
    return candidates.first { Swift.abs($0 - self) <= tolerance } ?? self
  }

  private func rounded(digits: Int, _ whole: (Double) -> Double) -> Double {
    let exponent = Foundation.floor(Foundation.log10(self)) - Double(digits - 1)
    // Powers of ten under 1 have no exact value, so the scale is kept over it.
    let scale = Foundation.pow(10, Swift.abs(exponent))
    return exponent >= 0 ? whole(self / scale) * scale : whole(self * scale) / scale
  }
}
