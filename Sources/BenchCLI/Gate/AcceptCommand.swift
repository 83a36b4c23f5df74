import ArgumentParser
import BenchReport
import BenchRuns
import Foundation

struct AcceptCommand: BenchSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "accept",
    abstract: "Accepts what got worse: stores exact figures, or lists regressions in the settings.",
    discussion: """
      Writes suite.json, exact.csv and allocations.csv, sorted, so that a review shows the changes. \
      Commit them with the change that caused the difference. Verifies strategies that are new first.

      With --reason, leaves the baseline alone, and adds entries to 'accepted' in the settings for the \
      regressions between two builds that the last gate found.

      Examples:
        bench gate accept --settings my-gate.yml --baseline my-baseline
        bench gate accept --reason 'fewer wake-ups' --until 2027-01-31
      """)

  @OptionGroup var files: GateFiles

  @Flag(inversion: .prefixedNo, help: "Count allocations.")
  var allocations = true

  @Option(
    help: ArgumentHelp("Accept the regressions between two builds, and say why.", valueName: "text")
  )
  var reason: String?

  @Option(
    help: ArgumentHelp(
      "The last day on which they are accepted (default: in 90 days).", valueName: "date"))
  var until: String?

  @Option(folder: "The gate's evidence that has them (default: the last in Results).")
  var evidence: String?

  func validate() throws {
    guard reason != nil || until == nil && evidence == nil else {
      throw ValidationError("--until and --evidence need --reason TEXT.")
    }
  }

  func run(_ bench: Bench) throws {
    var setup = files.setup(bench)
    setup.countsAllocations = allocations
    guard let reason else { return try Self.accept(setup, bench, limits: files.limits) }
    let (lines, folder) = try setup.acceptRegressions(
      evidence: evidence, until: until ?? (Date() + 90 * 86_400).formatted(Accepted.day),
      reason: reason)
    Output.show(lines.map { $0 + "\n" }.joined())
    Output.note("Added to \(files.settings), for the regressions in \(folder). Commit the file.")
  }

  /// Verifies strategies that are new. If they keep their promises, stores the baseline and, with `isFirst`, settings.
  static func accept(
    _ setup: GateSetup, _ bench: Bench, limits: LimitOptions, isFirst: Bool = false
  ) throws {
    let new = try setup.newStrategies(isFirst: isFirst)
    if !new.isEmpty {
      var verify = try VerifyCommand.parse(["--strategy", new.joined(separator: ",")])
      verify.limits = limits
      guard try verify.verified(bench) else {
        Output.note("Nothing was stored: fix violations, or declare them in 'breaks'.")
        throw ExitCode(1)
      }
    }
    let (isStored, report, notes) = try Interruptible.showingProgress { show in
      try await setup.accept(isFirst: isFirst, onAdvance: show)
    }
    Output.show(isStored ? GateText.changes(report) : GateText.findings(report))
    notes.forEach(Output.note)
    if !isStored { throw ExitCode(report.verdict.exitCode) }
  }
}
