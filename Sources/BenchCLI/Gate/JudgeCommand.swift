import ArgumentParser
import BenchReport
import BenchHarness
import Foundation

/// `bench gate judge`: a verdict of the gate once more, from its evidence.
struct JudgeCommand: BenchSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "judge",
    abstract: "Repeats a verdict of 'bench gate' from its evidence; runs nothing.",
    discussion: """
      Examples:
        bench gate judge Results/2026-01-31T120000Z-gate
        bench gate judge Results/2026-01-31T120000Z-gate --tolerance 10% --alpha 0.001

      Exit codes: as 'bench gate'; 2 for a run that failed or was interrupted, and for evidence that is \
      damaged; 64 for a folder that holds none.
      """)

  @Argument(help: "The folder with the evidence.", completion: .directory)
  var folder: String

  @Option(share: "Confirm a paired change below this adjusted p.", valueName: "level")
  var alpha: Share?

  @Option(share: "Allow this much paired change in every combination, as in 5%.")
  var tolerance: Share?

  @OptionGroup var reporting: GateReportOptions

  func run(_ bench: Bench) throws {
    try reporting.annotatingErrors {
      try reporting.end(
        GateReport(
          judging: URL(fileURLWithPath: folder, isDirectory: true), alpha: alpha?.value,
          tolerance: tolerance?.value))
    }
  }
}
