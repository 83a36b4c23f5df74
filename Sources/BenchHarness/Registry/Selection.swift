import Foundation

package struct Selection<Entry: RegistryEntry>: Sendable {
  package let entry: Entry
  package let values: ParameterValues
  /// The key in results: the name, then each given parameter that differs from its default.
  package let key: String
  package let given: [String: String]

  package init(_ entry: Entry, given: [String: String] = [:]) throws {
    self.entry = entry
    self.given = given
    let values = try ParameterValues(
      owner: entry.name, parameters: entry.parameters, given: given)
    self.values = values
    key = entry.parameters.filter { values.value(of: $0) != $0.defaultValue }
      .reduce(entry.name) { "\($0):\($1.name)=\(values.text(of: $1))" }
  }

  package func setting(_ name: String, to text: String) throws -> Selection {
    try Selection(entry, given: given.merging([name: text]) { _, new in new })
  }

  package static func one(_ list: String, from entries: [Entry]) throws -> Selection {
    let selections = try parse(list, from: entries)
    guard let first = selections.first, selections.count == 1 else {
      throw BenchError.badValue(
        what: "choice of a \(Entry.kind)", value: list, expected: "exactly one \(Entry.kind)")
    }
    return first
  }

  /// Reads a list such as `naive,throttle:interval=50ms,source-*` or `*,!view-*` and returns its distinct selections in
  /// order. A range, as in `throttle:interval=4ms...300ms`, makes a selection for each value. `!` excludes entries,
  /// wherever it appears. A glob selects only eligible entries. Values in the list override `defaults`.
  package static func parse(
    _ list: String, from entries: [Entry], isEligible: (Entry) -> Bool = { _ in true },
    defaults: (Entry) -> [String: String] = { _ in [:] }
  ) throws -> [Selection] {
    let items = SelectionList(list)
    var selections: [Selection] = []
    for item in items.chosen {
      let parts = item.split(separator: ":", omittingEmptySubsequences: false)
        .map { $0.filter { $0 != " " } }
      let pattern = parts.first ?? ""
      let matches = entries.filter {
        $0.name == pattern || (isEligible($0) && matchesGlob(pattern, $0.name))
      }
      guard !matches.isEmpty else { throw unknown(pattern, entries) }
      let given = try parameters(parts.dropFirst())
      for entry in matches {
        let given = defaults(entry).merging(given) { _, given in given }
        for selection in try all(of: entry, given: given, as: item)
        where !selections.contains(where: { $0.key == selection.key }) {
          selections.append(selection)
        }
      }
    }
    for pattern in items.excluded where !entries.contains(where: { matchesGlob(pattern, $0.name) })
    {
      throw unknown(pattern, entries)
    }
    selections.removeAll { selection in
      items.excluded.contains { matchesGlob($0, selection.entry.name) }
    }
    guard items.excluded.isEmpty || !selections.isEmpty else {
      throw BenchError.badValue(
        what: "choice of a \(Entry.kind)", value: list,
        expected: "an item that '!' does not exclude, as in '*,!\(entries[0].name)'")
    }
    return selections
  }

  private static func unknown(_ name: String, _ entries: [Entry]) -> BenchError {
    .unknownName(kind: Entry.kind, name: name, choices: entries.map(\.name))
  }

  private static func all(
    of entry: Entry, given: [String: String], as item: String
  ) throws -> [Selection] {
    let ranges = given.filter { $0.value.contains("...") }
    guard ranges.count < 2 else {
      throw BenchError.badValue(
        what: "choice of a \(Entry.kind)", value: item, expected: "a range for one parameter only")
    }
    guard let (name, text) = ranges.first,
      let parameter = entry.parameters.first(where: { $0.name == name })
    else { return [try Selection(entry, given: given)] }
    return try parameter.values(in: text).map { value in
      var given = given
      given[name] = parameter.text(of: value)
      return try Selection(entry, given: given)
    }
  }

  private static func parameters(_ parts: ArraySlice<String>) throws -> [String: String] {
    try parts.reduce(into: [:]) { given, part in
      let sides = part.split(separator: "=", maxSplits: 1).map(String.init)
      guard sides.count == 2 else {
        throw BenchError.badValue(
          what: "parameter", value: part, expected: "name=value, as in interval=100ms")
      }
      guard given.updateValue(sides[1], forKey: sides[0]) == nil else {
        throw BenchError.badValue(
          what: "list of parameters", value: parts.joined(separator: ":"),
          expected: "'\(sides[0])' once")
      }
    }
  }
}

extension Selection {
  /// The entry's parameters; the quiet ones are left out if all of them have their defaults.
  package var parameters: [Parameter] {
    let isSet = entry.parameters.contains {
      $0.isQuiet && values.value(of: $0) != $0.defaultValue
    }
    return entry.parameters.filter { isSet || !$0.isQuiet }
  }

  package var durations: [Duration] {
    entry.parameters.filter { $0.kind == .duration }.map { values.duration($0.name) }
  }
}

package func matchesGlob(_ pattern: String, _ text: String) -> Bool {
  fnmatch(pattern, text, FNM_NOESCAPE) == 0
}

extension Selection<StrategyEntry> {
  package var delivery: DeliveryKind { entry.delivery(with: values) }
}

extension [Selection<StrategyEntry>] {
  /// The strategies that `list` selects. Globs skip those that cannot run in `time`; full names select them anyway.
  package static func strategies(
    _ list: String, from entries: [StrategyEntry], time: TimeMode
  ) throws -> Self {
    try Selection.parse(list, from: entries, isEligible: { time == .real || !$0.isRealTimeOnly })
  }
}

extension [Selection<Workload>] {
  /// The workloads that `list` selects. Globs skip those not meant for `time`, and skip `trace` unless `hasTrace`.
  /// With a range for `reloadCost`, each is selected with each cost.
  package static func workloads(
    _ list: String, from entries: [Workload], time: TimeMode, hasTrace: Bool = false,
    quick: Bool = false, reloadCost: String? = nil
  ) throws -> Self {
    try Selection.parse(
      list, from: reloadCost == nil ? entries : entries.map(\.withReloadCost),
      isEligible: {
        (time == .real || !$0.isRealTimeOnly) && ($0.name != "trace" || hasTrace)
      },
      defaults: { workload in
        (time == .virtual ? workload.virtual : [:])
          .merging(quick ? workload.quick : [:]) { _, quick in quick }
          .merging(reloadCost.map { ["reload-cost": $0] } ?? [:]) { $1 }
      })
  }
}
