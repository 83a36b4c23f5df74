/// Holm's correction for testing several hypotheses together. Source: Holm, "A simple sequentially rejective multiple
/// test procedure", 1979.
package enum Holm {
  /// Adjusted p-values, in the given order. Rejecting those up to α limits the chance of any false rejection to α.
  package static func adjusted(_ pValues: [Double]) -> [Double] {
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
