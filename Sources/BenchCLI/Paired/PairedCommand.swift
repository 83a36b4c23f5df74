import ArgumentParser
import Foundation
import Harness

/// `bench paired`: the paired half alone, with regressions made on purpose.
struct PairedCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "paired", abstract: "Runs the paired half of the gate alone.",
    shouldDisplay: false)

  @Option(help: ArgumentHelp("The other build.", valueName: "bench"))
  var against: String

  @Flag(help: "Fewer cells.")
  var quick = false

  @Option(
    help: ArgumentHelp("Make the candidate worse, as work=1.2.", valueName: "injection"),
    transform: Injection.init(parsing:))
  var inject: Injection?

  @Option(help: ArgumentHelp("A suite as JSON instead of the standard one.", valueName: "file"))
  var suite: String?

  @Option(
    help: ArgumentHelp("End a trial after this time.", valueName: "duration"),
    transform: Duration.init(parsing:))
  var deadline: Duration?

  @Option(help: ArgumentHelp("Where the evidence goes.", valueName: "dir"))
  var output: String

  @Option(help: "What is printed: table, csv, json or markdown.")
  var format: Format = .table

  func run() throws {
    try reportingErrors {
      let outcome = try PairedHalf.run(
        try readSuite(), quick: quick, against: against,
        in: URL(fileURLWithPath: output, isDirectory: true), injection: inject,
        deadline: deadline)
      try PairedText.show(outcome, format)
      if outcome.verdict.exitCode != 0 { throw ExitCode(outcome.verdict.exitCode) }
    }
  }

  private func readSuite() throws -> PairedSuite {
    guard let suite else { return .standard }
    do {
      return try JSONDecoder().decode(
        PairedSuite.self, from: Data(contentsOf: URL(fileURLWithPath: suite)))
    } catch {
      throw HarnessError.badResults(file: suite, line: nil, cause: "it is no suite: \(error)")
    }
  }
}
