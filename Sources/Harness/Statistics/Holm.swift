/// Holm's correction for testing several hypotheses at once.
///
/// Source: Holm, "A simple sequentially rejective multiple test procedure", 1979.
enum Holm {
  /// The adjusted p-values, in the order given: below a level, the chance of any false rejection is
  /// below that level, however the tests depend on each other.
  static func adjusted(_ pValues: [Double]) -> [Double] {
    var adjusted = pValues
    var highest = 0.0
    let order = pValues.indices.sorted { pValues[$0] < pValues[$1] }
    for (rank, index) in order.enumerated() {
      highest = max(highest, min(1, pValues[index] * Double(pValues.count - rank)))
      adjusted[index] = highest
    }
    return adjusted
  }
}
