import ArgumentParser
import Harness

/// Turns `sweep throttle --interval 4ms...300ms` into `sweep throttle:interval=4ms...300ms`.
///
/// The argument parser knows its options beforehand, but parameters of strategies are known to the
/// registry only. Done before it parses, so that a parameter comes before an option of the same
/// name, as `--limit` of `change-set` does; and after it for what it did not recognise, so that a
/// misspelt parameter is refused with the choices.
enum SweepArguments {
  /// The arguments of the program, without its own name, where they ask for a sweep of one of
  /// `strategies`; others as they are.
  static func specified(_ arguments: [String], strategies: [StrategyEntry]) -> [String] {
    func entry(named argument: String) -> StrategyEntry? {
      strategies.first { argument == $0.name || argument.hasPrefix("\($0.name):") }
    }
    guard arguments.first == "sweep",
      let position = arguments.indices.dropFirst().first(where: {
        entry(named: arguments[$0]) != nil
      }),
      let names = entry(named: arguments[position])?.parameters.map(\.name)
    else { return arguments }
    let before = take(arguments[1..<position], where: names.contains)
    let after = take(arguments[(position + 1)...], where: names.contains)
    return ["sweep"] + before.rest
      + [arguments[position] + before.specification + after.specification] + after.rest
  }

  /// The specification of `strategy` with what the parser did not recognise.
  /// - Throws: `ValidationError` for what cannot be a parameter.
  static func specification(_ strategy: String, unrecognised: [String]) throws -> String {
    let taken = take(unrecognised[...]) { _ in true }
    if let other = taken.rest.first {
      throw ValidationError(
        "'\(other)' was not expected. Give --PARAMETER RANGE, as in --interval 4ms...300ms.")
    }
    return strategy + taken.specification
  }

  /// Takes `--name value` and `--name=value` out of `arguments`, as `:name=value`.
  private static func take(
    _ arguments: ArraySlice<String>, where isTaken: (String) -> Bool
  ) -> (specification: String, rest: [String]) {
    var specification = ""
    var rest: [String] = []
    var arguments = arguments
    while let argument = arguments.popFirst() {
      let sides = argument.dropFirst(2).split(separator: "=", maxSplits: 1).map(String.init)
      guard argument.hasPrefix("--"), let name = sides.first, isTaken(name) else {
        rest.append(argument)
        continue
      }
      let isValue = sides.count == 1 && !(arguments.first?.hasPrefix("--") ?? true)
      let value = isValue ? arguments.removeFirst() : sides.dropFirst().joined()
      specification += ":\(name)=\(value)"
    }
    return (specification, rest)
  }
}
