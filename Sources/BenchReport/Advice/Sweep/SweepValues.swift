import BenchHarness
import Foundation

/// Reads which values a sweep tries: a range such as `4ms...300ms`, or a list such as `4ms,16ms`.
struct SweepValues {
  /// How many values a range is split into unless the caller says otherwise.
  static let defaultSteps = 12

  private let parameter: Parameter

  init(of parameter: Parameter) { self.parameter = parameter }

  /// Whether `text` means several values, and not one.
  static func areSeveral(_ text: String) -> Bool { text.contains("...") || text.contains(",") }

  /// How a range of this parameter may be written.
  var example: String {
    switch parameter.kind {
    case .duration: "4ms...300ms"
    case .flag: "yes,no"
    case .share: "0.1...0.9"
    default: "1...100"
    }
  }

  /// The values that `text` means: those of a list in its order, those of a range ascending.
  func values(_ text: String, steps: Int?) throws -> [Double] {
    let text = text.filter { $0 != " " }
    guard text.contains("...") else {
      guard steps == nil else { throw failure(text, "a range such as \(example) with --steps") }
      return try text.split(separator: ",", omittingEmptySubsequences: false)
        .map { try parameter.parse(String($0)) }.distinct
    }
    let ends = text.components(separatedBy: "...")
    guard parameter.kind != .flag, ends.count == 2, !ends[0].isEmpty, !ends[1].isEmpty else {
      throw failure(text, "both ends, as in \(example)")
    }
    let (low, high) = (try parameter.parse(ends[0]), try parameter.parse(ends[1]))
    guard low <= high else { throw failure(text, "the lower end first, as in \(example)") }
    return spaced(from: low, to: high, steps: steps ?? Self.defaultSteps)
  }

  private func failure(_ text: String, _ expected: String) -> BenchError {
    .badValue(what: "range of '\(parameter.name)'", value: text, expected: expected)
  }

  /// Both ends exactly, and between them values in a geometric row; in an even one from 0 on, which
  /// no factor leads away from. Rounded as far as an eighth of a step allows.
  private func spaced(from low: Double, to high: Double, steps: Int) -> [Double] {
    precondition(steps >= 2, "A range has two ends.")
    let exact = (0..<steps).map { step in
      let share = Double(step) / Double(steps - 1)
      return low > 0 ? low * pow(high / low, share) : high * share
    }
    let between = exact.indices.dropFirst().dropLast().map { step in
      let gap = min(exact[step] - exact[step - 1], exact[step + 1] - exact[step])
      let value = exact[step].readable(within: gap / 8)
      return parameter.isWhole ? value.rounded() : value
    }
    return ([low] + between.filter { low < $0 && $0 < high } + [high]).distinct
  }
}
