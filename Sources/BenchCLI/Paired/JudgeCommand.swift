import ArgumentParser
import Foundation
import Harness

/// `bench judge`: a verdict of the paired half once more, from its evidence.
struct JudgeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "judge",
    abstract: "Repeats a verdict of 'bench gate --against' from its evidence; runs nothing.",
    discussion: """
      Examples:
        bench judge Results/2026-01-31T120000Z-gate
        bench judge Results/2026-01-31T120000Z-gate --tolerance 10% --alpha 0.001

      Exit codes: as 'bench gate'; 64 for a folder that holds no evidence.
      """)

  @Argument(help: "The folder with the evidence.", completion: .directory)
  var folder: String

  @Option(
    name: .long,
    help: ArgumentHelp("Confirm a change below this adjusted p.", valueName: "level"))
  var alpha: Share?

  @Option(
    name: .long,
    help: ArgumentHelp("Allow this much change in every cell, as in 5%.", valueName: "share"))
  var tolerance: Share?

  @Option(name: .long, help: "What is printed: table, csv, json or markdown.")
  var format: Format = .table

  func run() throws {
    try reportingErrors {
      let folder = PairedFolder(URL(fileURLWithPath: folder, isDirectory: true))
      var evidence = try folder.read()
      if let alpha { evidence.settings.suite.confirmLevel = alpha.value }
      if let tolerance {
        for index in evidence.settings.suite.metrics.indices {
          evidence.settings.suite.metrics[index].tolerance = tolerance.value
          evidence.settings.suite.metrics[index].noisyTolerance = tolerance.value
        }
      }
      let outcome = PairedHalf.Outcome(evidence)
      try PairedText.show(outcome, format)
      if outcome.verdict.exitCode != 0 { throw ExitCode(outcome.verdict.exitCode) }
    }
  }
}
