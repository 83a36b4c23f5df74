import ArgumentParser
import BenchRuns

struct AcceptCommand: BenchSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "accept",
    abstract: "Stores the figures of this build as the baseline, and shows what changed.",
    discussion: """
      Writes suite.json, exact.csv and allocations.csv, sorted, so that a review shows the changes. \
      Commit them with the change that caused the difference.

      Example:
        bench gate accept --settings my-gate.yml --baseline my-baseline
      """)

  @OptionGroup var files: GateFiles

  @Flag(inversion: .prefixedNo, help: "Count allocations.")
  var allocations = true

  func run(_ bench: Bench) throws {
    try Self.accept(files.setup(bench), countsAllocations: allocations)
  }

  static func accept(_ setup: GateSetup, countsAllocations: Bool) throws {
    let update = try Interruptible.showingProgress { show in
      try await setup.accept(countsAllocations: countsAllocations, onAdvance: show)
    }
    let report = update.report
    Output.show(update.isStored ? GateText.changes(report) : GateText.findings(report))
    update.notes.forEach(Output.note)
    if !update.isStored { throw ExitCode(report.verdict.exitCode) }
  }
}
