import BenchHarness
import BenchReport
import Foundation

/// What an attempt to store this build's figures as the baseline led to.
package struct BaselineUpdate: Sendable {
  package let isStored: Bool
  /// The changes since the old baseline or, if nothing was stored, the faults that prevented it.
  package let report: GateReport
  package let notes: [String]
}

extension GateSetup {
  /// Stores the figures of this build as the baseline, unless trials have faults.
  package func accept(
    countsAllocations: Bool, onAdvance: @Sendable (Advance) -> Void
  ) async throws -> BaselineUpdate {
    let settings = try GateSettings(path: settingsFile)
    try settings.check(registry, exact: true)
    var before: GateBaseline?
    var notes: [String] = []
    do {
      before = try GateBaseline(folder: baselineFolder)
    } catch BenchError.badBaseline {
      if FileManager.default.fileExists(atPath: baseline) {
        notes.append(
          "Warning: The old baseline could not be read, so regressions are not listed. "
            + "'git diff \(baseline)' shows the changes.")
      }
    }
    var figures = try await Gate.inTemporaryFolder { folder in
      try await Gate(setup: self, folder: GateFolder(folder)).exactFigures(
        settings.exact, countsAllocations: countsAllocations, onAdvance: onAdvance)
    }
    let faults = CheckResult(faultsOf: figures)
    let faulty = GateReport([faults], evidence: nil)
    if [1, 2].contains(faulty.verdict.exitCode) {
      notes.append("\(baseline) is unchanged: fix these faults before you accept a baseline.")
      return BaselineUpdate(isStored: false, report: faulty, notes: notes)
    }
    let lacks = figures.allocations == nil && settings.exact.allocations != nil
    if lacks, let before, let counted = before.allocations {
      (figures.allocations, figures.toolchain) = (counted, before.toolchain)
    }
    try figures.write(to: baselineFolder)
    let compared = before.flatMap { try? CheckResult($0, figures, folder: baseline) }
    let isOther = before != nil && compared == nil
    notes.append(
      "Trials in \(baseline): \(figures.trialCount). Commit the folder"
        + (compared == nil ? "." : " with the change that caused the difference.")
        + (isOther ? " Another suite made the old baseline, so regressions are not listed." : ""))
    if lacks {
      let state = figures.allocations == nil ? "not in the baseline" : "unchanged"
      let cause = countsAllocations && Jemalloc.path == nil ? Jemalloc.advice : "none was counted."
      notes.append("Allocations are \(state): \(cause)")
    }
    return BaselineUpdate(
      isStored: true, report: GateReport([compared ?? faults], evidence: nil), notes: notes)
  }
}
