import Foundation

extension Double {
  /// Reads a share written as a number or a percentage: 0.05 or 5%.
  package init?(share text: String) {
    guard let number = Double(text.hasSuffix("%") ? String(text.dropLast()) : text) else {
      return nil
    }
    self = text.hasSuffix("%") ? number / 100 : number
  }

  /// This number, which must be positive, rounded to as few significant digits as `tolerance` allows.
  package func readable(within tolerance: Double) -> Double {
    let candidates = (1...15).lazy.map { rounded(digits: $0) }
    return candidates.first { Swift.abs($0 - self) <= tolerance } ?? self
  }

  private func rounded(digits: Int) -> Double {
    let exponent = Foundation.floor(Foundation.log10(self)) - Double(digits - 1)
    // Powers of ten below 1 are not exact, so the scale is always at least 1.
    let scale = Foundation.pow(10, Swift.abs(exponent))
    return exponent >= 0 ? (self / scale).rounded() * scale : (self * scale).rounded() / scale
  }
}
