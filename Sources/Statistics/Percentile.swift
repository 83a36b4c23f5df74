/// The percentile of ascending `values` by nearest rank, or nil where there are too few.
///
/// A percentile p needs 10/(1−p) values: with fewer, it rests on under ten of them.
package func percentile<Value>(_ share: Double, ofSorted values: [Value]) -> Value? {
  // 1 − 0.9 is a little under 0.1, and 0.9 × 110 a little over 99: both are meant exactly.
  let needed = share < 1 ? (10 / (1 - share) - 1e-6).rounded(.up) : 1
  guard !values.isEmpty, Double(values.count) >= needed else { return nil }
  let rank = Int((share * Double(values.count) - 1e-9).rounded(.up))
  return values[min(max(rank, 1), values.count) - 1]
}

/// The robust coefficient of variation: how far values lie from their median, relative to it, where
/// outliers count no more than any other value.
///
/// 1.4826 × median absolute deviation ÷ median; the factor makes it the standard deviation where
/// the values are normal.
/// Source: Rousseeuw, Croux, "Alternatives to the median absolute deviation", 1993.
package enum RobustVariation {
  /// The coefficient; nil without values, and where their median is 0.
  package static func coefficient(_ values: [Double]) -> Double? {
    guard let median = MedianInterval(values)?.median, median != 0,
      let deviation = MedianInterval(values.map { abs($0 - median) })?.median
    else { return nil }
    return 1.482_602_218_505_602 * deviation / abs(median)
  }
}
