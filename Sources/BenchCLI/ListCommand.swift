import ArgumentParser
import BenchHarness

/// `bench list`: what can be chosen.
struct ListCommand: BenchSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "Lists strategies, workloads, metrics and the files of a run, and what each is.",
    discussion: """
      A + marks what 'bench run' runs if you choose nothing.

      Examples:
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
    case .table: Output.show(listing.text)
    case .json: try Output.show(json: listing)
    }
  }
}
