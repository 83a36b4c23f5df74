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
    let update = try BaselineUpdate(setup)
    if let warning = update.warning { Output.note(warning) }
    let outcome = try Interruptible.showingProgress { show in
      try await update.run(countsAllocations: countsAllocations, onAdvance: show)
    }
    switch outcome {
    case .faulty(let faults):
      Output.show(GateText.findings(faults))
      Output.note("\(setup.baseline) is unchanged: fix these faults before you accept a baseline.")
      throw ExitCode(faults.verdict.exitCode)
    case .stored(let changes, let notes):
      Output.show(GateText.changes(changes))
      notes.forEach(Output.note)
    }
  }
}
