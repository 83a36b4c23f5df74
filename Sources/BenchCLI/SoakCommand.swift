import ArgumentParser
import BenchHarness
import BenchVerify
import Foundation

/// `bench soak`: what Scripts/soak calls for each strategy.
struct SoakCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "soak",
    abstract: "Drives one strategy with very many updates and reports loss and memory as JSON.",
    shouldDisplay: false)

  @Option(help: ArgumentHelp("The strategy.", valueName: "name"))
  var strategy: String

  @Option(help: ArgumentHelp("Updates of all producers together.", valueName: "number"))
  var updates: Int = 100_000_000

  @Option(help: ArgumentHelp("Threads that submit.", valueName: "number"))
  var producers: Int = 8

  func validate() throws {
    guard (1...64).contains(producers), (producers...10_000_000_000).contains(updates) else {
      throw ValidationError("Give 1 to 64 producers and at least as many updates.")
    }
  }

  func run() throws {
    try reportingErrors {
      for selection in try Selection.parse(strategy, from: Registered.strategies) {
        let result = Soak(selection, updates: updates, producers: producers).run()
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        Output.show(String(decoding: try encoder.encode(result), as: UTF8.self) + "\n")
        if result.lost != 0 || result.outOfOrder != 0 { throw ExitCode(1) }
      }
    }
  }
}
