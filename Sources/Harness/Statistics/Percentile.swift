/// The percentile of ascending `values` by nearest rank, or nil where there are too few.
///
/// A percentile p needs 10/(1−p) values: with fewer, it rests on under ten of them.
public func percentile<Value>(_ share: Double, ofSorted values: [Value]) -> Value? {
  // 1 − 0.9 is a little under 0.1, and 0.9 × 110 a little over 99: both are meant exactly.
  let needed = share < 1 ? (10 / (1 - share) - 1e-6).rounded(.up) : 1
  guard !values.isEmpty, Double(values.count) >= needed else { return nil }
  let rank = Int((share * Double(values.count) - 1e-9).rounded(.up))
  return values[min(max(rank, 1), values.count) - 1]
}
