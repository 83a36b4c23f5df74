/// Something with a permanent name that options select by name or glob.
public protocol RegistryEntry: Sendable {
  /// Kebab-case and permanent: a key in Results.
  static var kind: String { get }
  /// Kebab-case and permanent: a key in Results.
  var name: String { get }
  /// What can be set.
  var parameters: [Parameter] { get }
}

/// One entry with the values of its parameters.
public struct Selection<Entry: RegistryEntry>: Sendable {
  /// What was selected.
  public let entry: Entry
  /// The values of its parameters.
  public let values: ParameterValues
  /// The key in results: the name, then each parameter that differs from its default.
  public let key: String
  /// The parameters that were set, as they were written.
  public let given: [String: String]

  /// Selects `entry` with what `given` sets.
  /// - Throws: ``HarnessError`` for a bad parameter.
  public init(_ entry: Entry, given: [String: String] = [:]) throws {
    self.entry = entry
    self.given = given
    values = try ParameterValues(owner: entry.name, parameters: entry.parameters, given: given)
    key = try entry.parameters.reduce(into: entry.name) { key, parameter in
      guard let text = given[parameter.name] else { return }
      let value = try parameter.parse(text)
      guard value != parameter.defaultValue else { return }
      key += ":\(parameter.name)=\(parameter.text(of: value))"
    }
  }

  /// The same entry with one parameter set anew.
  /// - Throws: ``HarnessError`` for a bad parameter.
  func setting(_ name: String, to text: String) throws -> Selection {
    try Selection(entry, given: given.merging([name: text]) { _, new in new })
  }

  /// Reads a list such as `naive,throttle:interval=100ms,source-*`; doubles are dropped.
  /// - Parameters:
  ///   - list: names or globs (`*` any text, `?` one character), separated by commas.
  ///   - entries: what may be chosen.
  ///   - isEligible: which entries a glob may match; a name written out is always taken.
  ///   - defaults: parameters that are set unless the list sets them.
  /// - Returns: the selections, in the order of the list.
  /// - Throws: ``HarnessError`` for an unknown name or a bad parameter.
  public static func parse(
    _ list: String, from entries: [Entry], isEligible: (Entry) -> Bool = { _ in true },
    defaults: (Entry) -> [String: String] = { _ in [:] }
  ) throws -> [Selection] {
    var selections: [Selection] = []
    for item in list.split(separator: ",", omittingEmptySubsequences: false) {
      let parts = item.split(separator: ":", omittingEmptySubsequences: false).map { part in
        part.filter { $0 != " " }
      }
      let pattern = parts.first ?? ""
      let matches = entries.filter {
        $0.name == pattern || (isEligible($0) && matchesGlob(pattern, $0.name))
      }
      guard !matches.isEmpty else {
        throw HarnessError.unknownName(
          kind: Entry.kind, name: pattern, choices: entries.map(\.name))
      }
      let given = try parameters(parts.dropFirst())
      for entry in matches {
        let selection = try Selection(
          entry, given: defaults(entry).merging(given) { _, given in given })
        if !selections.contains(where: { $0.key == selection.key }) { selections.append(selection) }
      }
    }
    return selections
  }

  private static func parameters(_ parts: ArraySlice<String>) throws -> [String: String] {
    try parts.reduce(into: [:]) { given, part in
      let sides = part.split(separator: "=", maxSplits: 1).map(String.init)
      guard sides.count == 2 else {
        throw HarnessError.badValue(
          what: "parameter", value: part, expected: "name=value, as in interval=100ms")
      }
      given[sides[0]] = sides[1]
    }
  }
}

/// Whether `text` matches `pattern`, in which `*` stands for any text and `?` for one character.
func matchesGlob(_ pattern: String, _ text: String) -> Bool {
  func matches(_ pattern: Substring, _ text: Substring) -> Bool {
    guard let first = pattern.first else { return text.isEmpty }
    if first == "*" {
      return matches(pattern.dropFirst(), text)
        || (!text.isEmpty && matches(pattern, text.dropFirst()))
    }
    guard let character = text.first, first == "?" || first == character else { return false }
    return matches(pattern.dropFirst(), text.dropFirst())
  }
  return matches(pattern[...], text[...])
}
