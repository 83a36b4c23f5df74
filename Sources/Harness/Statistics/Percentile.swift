/// The percentile of ascending `values` by nearest rank, or nil where there are too few.
///
/// A percentile p needs 10/(1−p) values: with fewer, it rests on under ten of them.
public func percentile<Value>(_ share: Double, ofSorted values: [Value]) -> Value? {
  let needed = share < 1 ? 10 / (1 - share) : 1
  guard !values.isEmpty, Double(values.count) >= needed.rounded(.up) - 1e-6 else { return nil }
  let rank = Int((share * Double(values.count)).rounded(.up))
  return values[min(max(rank, 1), values.count) - 1]
}
