import BenchHarness
import BenchRuns
import Foundation

struct Listing {
  struct Item: Encodable {
    struct Parameter: Encodable {
      let name: String, summary: String
      let `default`: String
      let words: String
    }

    let name: String, summary: String
    var origin: String?
    var parameters: [Parameter]?
    var isInDefaultSuite: Bool?
    var unit: String?, better: String?
  }

  private(set) var kinds: [String: [Item]]

  private static let all = ["strategies", "workloads", "views", "metrics", "files"]

  init(_ registry: Registry) {
    kinds = [
      "strategies": registry.strategies.map { Item($0, $0.summary, $0.origin, Suite.strategies) },
      "workloads": registry.workloads.map { Item($0, $0.summary, $0.origin, Suite.workloads) },
      "views": registry.toolkits.map { Item($0, $0.summary) },
      "metrics": [Metric].standard.map {
        Item(name: $0.name, summary: $0.summary, unit: $0.unit, better: $0.direction.rawValue)
      },
      "files": ResultsFolder.files.map { Item(name: $0.name, summary: $0.summary) },
    ]
  }

  var words: [String] { Self.all + kinds.values.flatMap { $0.map(\.name) } }

  /// If `words` has kinds, keeps only these. If it has other words, keeps only items whose names contain or match one.
  func filtered(by words: [String]) throws -> Listing {
    let names = words.filter { kinds[$0] == nil }
    var listing = self
    if names.count < words.count { listing.kinds = kinds.filter { words.contains($0.key) } }
    guard let word = names.first else { return listing }
    let found = listing.items { item in
      names.contains { item.name.contains($0) || matchesGlob($0, item.name) }
    }
    guard found.kinds.isEmpty else { return found }
    throw BenchError.unknownName(
      kind: "name", name: word, choices: listing.kinds.values.joined().map(\.name).sorted())
  }

  private func items(_ isWanted: (Item) -> Bool) -> Listing {
    var listing = self
    listing.kinds = kinds.mapValues { $0.filter(isWanted) }.filter { !$0.value.isEmpty }
    return listing
  }

  var suite: String {
    let suite = items { $0.isInDefaultSuite == true }
    let others = Self.all.compactMap { kind in
      kinds[kind].map { "\(kind) (\($0.count - (suite.kinds[kind]?.count ?? 0)))" }
    }
    return suite.text + "\n"
      + Prose.wrapped("'\(ProgramName.text) list --all' lists more: \(others.listed).")
  }

  var text: String {
    Self.all.compactMap { kind in
      kinds[kind].map { items in
        kind.uppercased() + (kind == "files" ? " OF A RUN\n" : "\n") + items.map(\.text).joined()
      }
    }.joined(separator: "\n")
  }
}

extension Listing.Item {
  fileprivate init(
    _ entry: some RegistryEntry, _ summary: String, _ origin: String? = nil, _ suite: String? = nil
  ) {
    self.init(
      name: entry.name, summary: summary, origin: origin,
      parameters: entry.parameters.map { parameter in
        Parameter(
          name: parameter.name, summary: parameter.summary,
          default: parameter.text(of: parameter.defaultValue),
          words: parameter.kind == .duration
            ? parameter.words(of: parameter.defaultValue)
            : parameter.text(of: parameter.defaultValue))
      }, isInDefaultSuite: suite.map { SelectionList($0).chosen.contains(entry.name) })
  }

  fileprivate var text: String {
    let mark = isInDefaultSuite == true ? "+ " : "  "
    let title = name.padding(toLength: max(20, name.count + 1), withPad: " ", startingAt: 0)
    let unit = unit.flatMap { $0.isEmpty ? nil : "in \($0), " } ?? ""
    let details =
      [summary] + (origin.map { ["from: \($0)"] } ?? [])
      + (parameters ?? []).map { "\($0.name): \($0.summary) (default: \($0.words))" }
      + (better.map { [unit + ($0 == "neither" ? "neutral" : "\($0) is better")] } ?? [])
    let lines = details.map {
      Prose.wrapped($0, indent: 22, width: Terminal.output.columns ?? .max)
    }
    // On a terminal, a long name has its own line.
    let isLong = name.count > 19 && Terminal.output.columns != nil
    return mark + (isLong ? name + "\n" : title) + lines.joined().dropFirst(isLong ? 0 : 22)
  }
}
