import ArgumentParser

extension ParsableArguments {
  /// Refuses a number that was given with `option` and is out of range.
  func require(_ option: String, _ value: Int?, _ range: ClosedRange<Int>) throws {
    guard let value, !range.contains(value) else { return }
    throw ValidationError(
      "\(option) is \(value). Give \(range.lowerBound) to \(range.upperBound).")
  }
}
