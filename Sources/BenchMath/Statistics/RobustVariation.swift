/// The robust coefficient of variation: 1.4826 × median absolute deviation ÷ |median|. The factor makes it estimate the
/// usual coefficient of normal values. Source: Rousseeuw, Croux, "Alternatives to the median absolute deviation", 1993.
package enum RobustVariation {
  /// Nil if `values` is empty or its median is 0.
  package static func coefficient(_ values: [Double]) -> Double? {
    guard let median = MedianInterval(values)?.median, median != 0,
      let deviation = MedianInterval(values.map { abs($0 - median) })?.median
    else { return nil }
    return 1.482_602_218_505_602 * deviation / abs(median)
  }
}
