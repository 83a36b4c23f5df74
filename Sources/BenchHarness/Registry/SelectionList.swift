package struct SelectionList: Sendable {
  package let chosen: [String]
  private let text: String
  private let excluded: [String]

  package init(_ list: String) {
    text = list
    let items = list.split(separator: ",", omittingEmptySubsequences: false)
      .map { String($0.drop { $0 == " " }) }
    chosen = items.filter { !$0.hasPrefix("!") }
    excluded = items.filter { $0.hasPrefix("!") }.map { $0.dropFirst().filter { $0 != " " } }
  }

  package func excluding<Entry>(
    from selections: [Selection<Entry>], of entries: [Entry]
  ) throws -> [Selection<Entry>] {
    for pattern in excluded where !entries.contains(where: { matchesGlob(pattern, $0.name) }) {
      throw BenchError.unknownName(kind: Entry.kind, name: pattern, choices: entries.map(\.name))
    }
    let left = selections.filter { selection in
      !excluded.contains { matchesGlob($0, selection.entry.name) }
    }
    guard excluded.isEmpty || !left.isEmpty else {
      throw BenchError.badValue(
        what: "choice of a \(Entry.kind)", value: text,
        expected: "an item that '!' does not exclude, as in '*,!\(entries[0].name)'")
    }
    return left
  }
}
