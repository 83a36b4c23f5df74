import BenchHarness
import BenchReport
import Foundation

/// Stores the figures of this build as the baseline.
package struct BaselineUpdate: Sendable {
  /// What was stored, or why nothing was.
  package enum Outcome: Sendable {
    /// Trials have faults, so the baseline is unchanged.
    case faulty(GateReport)
    /// `changes` are those since the old baseline; the notes are for the user.
    case stored(changes: GateReport, notes: [String])
  }

  private let setup: GateSetup
  private let settings: GateSettings
  private let before: GateBaseline?
  /// A warning if the old baseline is broken; nil if it could be read or is missing.
  package private(set) var warning: String?

  /// Reads the settings and the old baseline. Throws if a file cannot be opened.
  package init(_ setup: GateSetup) throws {
    self.setup = setup
    settings = try GateSettings(path: setup.settingsFile)
    try settings.check(setup.registry, exact: true)
    do {
      before = try GateBaseline(folder: setup.baselineFolder)
    } catch BenchError.badBaseline {
      before = nil
      if FileManager.default.fileExists(atPath: setup.baseline) {
        warning =
          "Warning: The old baseline could not be read, so regressions are not listed. "
          + "'git diff \(setup.baseline)' shows the changes."
      }
    }
  }

  package func run(
    countsAllocations: Bool, onAdvance: @Sendable (Advance) -> Void
  ) async throws -> Outcome {
    var figures = try await Gate.inTemporaryFolder { folder in
      try await setup.gate(in: GateFolder(folder)).exactFigures(
        settings.exact, countsAllocations: countsAllocations, onAdvance: onAdvance)
    }
    let faults = GateReport([CheckResult(faultsOf: figures)], evidence: nil)
    guard ![1, 2].contains(faults.verdict.exitCode) else { return .faulty(faults) }
    let counted = figures.hasAllocations
    if !counted, let before, before.hasAllocations, settings.exact.allocations != nil {
      figures = figures.keepingAllocations(of: before)
    }
    try figures.write(to: setup.baselineFolder)
    let compared = before.flatMap { try? CheckResult($0, figures, folder: setup.baseline) }
    let isOther = before != nil && compared == nil
    var notes = [
      "Trials in \(setup.baseline): \(figures.trialCount). Commit the folder"
        + (compared == nil ? "." : " with the change that caused the difference.")
        + (isOther ? " Another suite made the old baseline, so regressions are not listed." : "")
    ]
    if !counted, settings.exact.allocations != nil {
      let cause = countsAllocations && Jemalloc.path == nil ? Jemalloc.advice : "none was counted."
      notes.append(
        "Allocations are \(figures.hasAllocations ? "unchanged" : "not in the baseline"): \(cause)")
    }
    let changes = GateReport([compared ?? CheckResult(faultsOf: figures)], evidence: nil)
    return .stored(changes: changes, notes: notes)
  }
}
