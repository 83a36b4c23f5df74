import BenchHarness

/// One parameter of one strategy, and the values that are tried of it.
package struct Sweep: Sendable {
  /// One value.
  package struct Step: Sendable {
    /// The value as it is written in a specification.
    package let text: String
    /// The value as a bare number, in ms where it is a duration.
    package let number: Double
    /// The strategy with that value.
    package let selection: Selection<StrategyEntry>
  }

  /// The strategy.
  package let entry: StrategyEntry
  /// What is varied.
  package let parameter: Parameter
  /// What is tried.
  package let steps: [Step]

  /// Reads a specification such as `throttle:interval=4ms...300ms`, in which exactly one parameter
  /// has a range or a list.
  /// - Parameters:
  ///   - specification: the strategy and its parameters.
  ///   - entries: what may be chosen.
  ///   - steps: how many values a range is split into, 2 or more; nil for 12.
  /// - Throws: ``BenchError``.
  package init(_ specification: String, from entries: [StrategyEntry], steps: Int? = nil) throws {
    let parts = specification.split(separator: ":", omittingEmptySubsequences: false).map { part in
      part.filter { $0 != " " }
    }
    entry = try Self.entry(named: parts[0], from: entries)
    var given = try Self.parameters(parts.dropFirst())
    let parameter = try Self.swept(given, of: entry)
    let values = SweepValues(of: parameter)
    let text = given.removeValue(forKey: parameter.name) ?? ""
    let fixed = try Selection(entry, given: given)
    self.parameter = parameter
    self.steps = try values.values(text, steps: steps).map { value in
      let text = parameter.text(of: value)
      return Step(
        text: text, number: parameter.number(of: value),
        selection: try fixed.setting(parameter.name, to: text))
    }
  }

  private static func entry(
    named name: String, from entries: [StrategyEntry]
  ) throws -> StrategyEntry {
    guard let entry = entries.first(where: { $0.name == name }) else {
      throw BenchError.unknownName(
        kind: StrategyEntry.kind, name: name, choices: entries.map(\.name))
    }
    guard !entry.parameters.isEmpty else {
      let names = entries.filter { !$0.parameters.isEmpty }.map(\.name)
      throw BenchError.badValue(
        what: "strategy for a sweep", value: name,
        expected: "one of: \(names.joined(separator: ", "))")
    }
    return entry
  }

  /// A value that is missing is empty: a sweep of nothing, or of a parameter that there is not.
  private static func parameters(_ parts: ArraySlice<String>) throws -> [String: String] {
    try parts.reduce(into: [:]) { given, part in
      let name = String(part.prefix { $0 != "=" })
      let value = String(part.dropFirst(name.count + 1))
      guard given.updateValue(value, forKey: name) == nil else {
        throw BenchError.badValue(
          what: "list of parameters", value: parts.joined(separator: ":"),
          expected: "'\(name)' once")
      }
    }
  }

  /// The parameter that has several values.
  private static func swept(
    _ given: [String: String], of entry: StrategyEntry
  ) throws -> Parameter {
    for name in given.keys where !entry.parameters.contains(where: { $0.name == name }) {
      throw BenchError.unknownParameter(
        owner: entry.name, name: name, choices: entry.parameters.map(\.name))
    }
    let swept = entry.parameters.filter { given[$0.name].map(SweepValues.areSeveral) ?? false }
    guard swept.count == 1, let parameter = swept.first else {
      let example = entry.parameters.map { "--\($0.name) \(SweepValues(of: $0).example)" }
      throw BenchError.badValue(
        what: "sweep of one parameter", value: description(entry, given),
        expected: example.joined(separator: " or "))
    }
    return parameter
  }

  private static func description(_ entry: StrategyEntry, _ given: [String: String]) -> String {
    given.sorted { $0.key < $1.key }.reduce(entry.name) { "\($0):\($1.key)=\($1.value)" }
  }
}
