/// Picks the deciding workload: the worst one, once the allowed number of exceptions is set aside.
enum Deciding {
  static func exceptions(_ count: Int, share: Double) -> Int {
    // Adds 1e-9, because 1 − 0.9 is a little under 0.1.
    Int((Double(count) * (1 - share) + 1e-9).rounded(.down))
  }

  /// The index of the deciding value; of equal values, the earlier one counts as worse. Nil if there are no values.
  static func place(in values: [Double], share: Double) -> Int? {
    let exceptions = exceptions(values.count, share: share)
    guard exceptions > 0 else { return values.indices.max { values[$0] < values[$1] } }
    return values.indices.sorted { (-values[$0], $0) < (-values[$1], $1) }[exceptions]
  }
}
