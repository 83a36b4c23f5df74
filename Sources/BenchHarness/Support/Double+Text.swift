import Foundation

extension Double {
  /// Reads a share, written as 0.05 or as 5%.
  package init?(share text: String) {
    guard let number = Double(text.hasSuffix("%") ? String(text.dropLast()) : text) else {
      return nil
    }
    self = text.hasSuffix("%") ? number / 100 : number
  }

  /// The positive number with so many significant digits, and no more than it is.
  package func roundedDown(digits: Int) -> Double {
    let exponent = Foundation.floor(Foundation.log10(self)) - Double(digits - 1)
    let scale = Foundation.pow(10, Swift.abs(exponent))
    // A product of powers of ten may be a little under the whole number that is meant.
    return exponent >= 0
      ? (self / scale + 1e-9).rounded(.down) * scale : (self * scale + 1e-9).rounded(.down) / scale
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
