import ArgumentParser
import BenchHarness

struct ListCommand: BenchSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "Lists and explains strategies, workloads, metrics and the files of a run.",
    discussion: """
      Without arguments, lists the strategies and workloads that 'bench run' uses by default. \
      Other listings mark these with a +.

      Examples:
        bench list throttle                everything with 'throttle' in its name
        bench list strategies 'source-*'
        bench list workloads --format json
      """)

  @Argument(
    help: .value(
      "what",
      "Any of: strategies, workloads, views, metrics, files; or names, parts of names or globs."),
    completion: .listed)
  var what: [String] = []

  @Flag(help: "List everything.")
  var all = false

  @Option(help: "Output format. Without arguments, json lists everything.")
  var format = ListFormat.table

  enum ListFormat: String, CaseIterable, ExpressibleByArgument {
    case table, json
  }

  func run(_ bench: Bench) throws {
    let listing = try Listing(bench.registry).filtered(by: what)
    switch format {
    case .table where !all && what.isEmpty: Output.show(listing.suite)
    case .table: Output.show(listing.text)
    case .json: Output.show(try .json(listing.kinds))
    }
  }
}
