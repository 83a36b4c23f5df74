import ArgumentParser
import BenchHarness
import BenchReport
import Foundation

struct ListCommand: BenchSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "Lists strategies, workloads, metrics and the files of a run, and what each is.",
    discussion: """
      A + marks what 'bench run' runs if you choose nothing.

      Examples:
        bench list .throttle               what Swift calls .throttle
        bench list throttle                everything with 'throttle' in its name
        bench list strategies 'source-*'
        bench list workloads --format json
      """)

  @Argument(
    help: ArgumentHelp(
      "strategies, workloads, views, metrics or files; or names, parts of names, or globs.",
      valueName: "what"), completion: .listed)
  var what: [String] = []

  @Option(help: "What is printed: table or json.")
  var format = ListFormat.table

  enum ListFormat: String, CaseIterable, ExpressibleByArgument {
    case table, json
  }

  func run(_ bench: Bench) throws {
    let listing = try Listing(bench.registry).filtered(by: what)
    switch format {
    case .table: Output.show(listing.text(width: Terminal.output.columns ?? .max))
    case .json: try Output.show(json: listing)
    }
  }
}

struct Listing: Encodable {
  struct Item: Encodable {
    struct Parameter: Encodable {
      let name: String, summary: String
      /// As it is written in an option, to the nanosecond.
      let defaultValue: String
      /// The same with durations as people read them.
      let words: String

      private enum CodingKeys: String, CodingKey {
        case name, summary
        case defaultValue = "default"
      }
    }

    let name: String, summary: String
    var origin: String?
    /// What else a list of strategies may call it: as Swift does.
    var swiftName: String?
    var parameters: [Parameter]?
    /// Whether it is run where nothing is chosen.
    var isInDefaultSuite: Bool?
    /// Of metrics.
    var unit: String?, better: String?
  }

  private var kinds: [(name: String, title: String, items: [Item])]

  init(_ registry: Registry) {
    let suite = Set(SelectionList(Suite.strategies).chosen + SelectionList(Suite.workloads).chosen)
    kinds = [
      (
        "strategies", "STRATEGIES",
        registry.strategies.map { Item($0, $0.summary, $0.origin, suite.contains($0.name)) }
      ),
      (
        "workloads", "WORKLOADS",
        registry.workloads.map { Item($0, $0.summary, $0.origin, suite.contains($0.name)) }
      ),
      ("views", "VIEWS", registry.toolkits.map { Item($0, $0.summary) }),
      (
        "metrics", "METRICS",
        [Metric].standard.map {
          Item(name: $0.name, summary: $0.summary, unit: $0.unit, better: $0.direction.rawValue)
        }
      ),
      (
        "files", "FILES OF A RUN",
        [ResultsExport].standard.map { Item(name: $0.file, summary: $0.summary) }
          + [ResultsExport].otherFiles.map { Item(name: $0.file, summary: $0.summary) }
      ),
    ]
  }

  /// What a filter may say.
  var words: [String] {
    kinds.map(\.name)
      + kinds.flatMap(\.items).flatMap { [$0.name, $0.swiftName].compactMap { $0 } }
  }

  /// What `words` name: whole kinds, or what has a name like one of them, in these kinds.
  /// - Throws: ``BenchError/unknownName(kind:name:choices:)`` for a word that finds nothing.
  func filtered(by words: [String]) throws -> Listing {
    let names = words.filter { word in !kinds.contains { $0.name == word } }
    var listing = self
    if names.count < words.count {
      for place in kinds.indices where !words.contains(kinds[place].name) {
        listing.kinds[place].items = []
      }
    }
    let choices = listing.kinds.flatMap { $0.items.map(\.name) }
    for place in kinds.indices where !names.isEmpty {
      listing.kinds[place].items.removeAll { item in !names.contains { item.isNamed($0) } }
    }
    if let word = names.first, listing.kinds.allSatisfy(\.items.isEmpty) {
      throw BenchError.unknownName(kind: "name", name: word, choices: choices)
    }
    return listing
  }

  /// For people, at most so many columns wide; without kinds of which nothing is listed.
  func text(width: Int) -> String {
    kinds.filter { !$0.items.isEmpty }.map { kind in
      kind.title + "\n" + kind.items.map { $0.text(width: width) }.joined()
    }.joined(separator: "\n")
  }

  func encode(to encoder: any Encoder) throws {
    let items = kinds.map { ($0.name, $0.items) }
    try Dictionary(uniqueKeysWithValues: items).encode(to: encoder)
  }
}

extension Listing.Item {
  fileprivate init(
    _ entry: some RegistryEntry, _ summary: String, _ origin: String? = nil,
    _ isInDefaultSuite: Bool? = nil
  ) {
    self.init(
      name: entry.name, summary: summary, origin: origin, swiftName: entry.swiftName,
      parameters: entry.parameters.map { parameter in
        Parameter(
          name: parameter.name, summary: parameter.summary,
          defaultValue: parameter.text(of: parameter.defaultValue),
          words: parameter.kind == .duration
            ? parameter.words(of: parameter.defaultValue)
            : parameter.text(of: parameter.defaultValue))
      }, isInDefaultSuite: isInDefaultSuite)
  }

  fileprivate func isNamed(_ word: String) -> Bool {
    name.contains(word) || matchesGlob(word, name) || swiftName == word
  }

  fileprivate func text(width: Int) -> String {
    let indent = String(repeating: " ", count: 22)
    let mark = isInDefaultSuite == true ? "+ " : "  "
    let title = name.padding(toLength: max(20, name.count + 1), withPad: " ", startingAt: 0)
    let direction = better.map { $0 == "neither" ? "a fact" : "\($0) is better" }
    let measure = [unit.flatMap { $0.isEmpty ? nil : "in \($0)" }, direction].compactMap { $0 }
    let details =
      (origin.map { ["from: \($0)"] } ?? []) + (swiftName.map { ["also: \($0)"] } ?? [])
      + (parameters ?? []).map { "\($0.name): \($0.summary) (default: \($0.words))" }
      + (measure.isEmpty ? [] : [measure.joined(separator: ", ")])
    return Prose.hanging(mark + title, summary, width: width)
      + details.map { Prose.hanging(indent, $0, width: width) }.joined()
  }
}
