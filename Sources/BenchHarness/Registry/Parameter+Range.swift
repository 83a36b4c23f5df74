import Foundation

extension Parameter {
  /// The values of a range: at most 12 for `4ms...300ms`, at most 20 for `4ms...300ms/20`. Both ends and, between them,
  /// a geometric sequence (arithmetic if it begins at 0), rounded to a few digits.
  func values(in range: String) throws -> [Double] {
    let failure = BenchError.badValue(
      what: "range of '\(name)'", value: range,
      expected: "lowest...highest, or lowest...highest/N for N values (2 to 200)")
    let parts = range.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    let ends = parts[0].components(separatedBy: "...")
    guard ends.count == 2, let steps = parts.count == 1 ? 12 : Int(parts[1]),
      (2...200).contains(steps), isNumber
    else { throw failure }
    let (low, high) = (try parse(ends[0]), try parse(ends[1]))
    guard low <= high else { throw failure }
    let exact = (0..<steps).map { step in
      let share = Double(step) / Double(steps - 1)
      return low > 0 ? low * pow(high / low, share) : high * share
    }
    let between = exact.indices.dropFirst().dropLast().map { step in
      let gap = min(exact[step] - exact[step - 1], exact[step + 1] - exact[step])
      let value = exact[step].readable(within: gap / 8)
      return isWhole ? value.rounded() : value
    }
    return ([low] + between.filter { low < $0 && $0 < high } + [high]).distinct
  }
}
