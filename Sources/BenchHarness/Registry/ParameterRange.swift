import Foundation

/// The values of a range: at most 12 for `4ms...300ms`, at most 20 for `4ms...300ms/20`.
struct ParameterRange {
  private static let separator = "..."

  let values: [Double]

  static func isMeant(by text: String) -> Bool { text.contains(separator) }

  init(_ text: String, of parameter: Parameter) throws {
    let failure = BenchError.badValue(
      what: "range of '\(parameter.name)'", value: text,
      expected: "lowest...highest, or lowest...highest/N for N values (2 to 200)")
    let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    let ends = parts[0].components(separatedBy: Self.separator)
    guard ends.count == 2, let steps = parts.count == 1 ? 12 : Int(parts[1]),
      (2...200).contains(steps), parameter.isNumber
    else { throw failure }
    let (low, high) = (try parameter.parse(ends[0]), try parameter.parse(ends[1]))
    guard low <= high else { throw failure }
    values = Self.spaced(from: low, to: high, steps: steps, isWhole: parameter.isWhole)
  }

  /// Both ends and, between them, a geometric sequence (arithmetic if `low` is 0), rounded to a few digits.
  private static func spaced(
    from low: Double, to high: Double, steps: Int, isWhole: Bool
  ) -> [Double] {
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
