/// The robust coefficient of variation: how far values lie from their median, relative to it, where
/// outliers count no more than any other value.
///
/// 1.4826 × median absolute deviation ÷ median; the factor makes it the standard deviation where
/// the values are normal.
/// Source: Rousseeuw, Croux, "Alternatives to the median absolute deviation", 1993.
public enum RobustVariation {
  /// The coefficient; nil without values, and where their median is 0.
  public static func coefficient(_ values: [Double]) -> Double? {
    guard let median = MedianInterval(values)?.median, median != 0,
      let deviation = MedianInterval(values.map { abs($0 - median) })?.median
    else { return nil }
    return 1.482_602_218_505_602 * deviation / abs(median)
  }
}
