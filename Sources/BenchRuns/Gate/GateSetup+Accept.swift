import BenchHarness
import BenchReport
import Foundation

extension GateSetup {
  /// Stores the figures of this build as the baseline, unless trials have faults. With `isFirst`, also writes settings.
  /// The report has the changes since the old baseline or, if nothing was stored, the faults that prevented it.
  package func accept(
    isFirst: Bool, onAdvance: @Sendable (Advance) -> Void
  ) async throws -> (isStored: Bool, report: GateReport, notes: [String]) {
    func measured(_ suite: ExactSuite) async throws -> GateBaseline {
      try await Gate.inTemporaryFolder { folder in
        try await Gate(setup: self, folder: GateFolder(folder))
          .exactFigures(suite, onAdvance: onAdvance)
      }
    }
    var text = isFirst ? try initialSettings() : nil
    var settings =
      try text.map { try GateSettings($0, file: settingsFile) } ?? GateSettings(path: settingsFile)
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
    var figures = try await measured(settings.exact)
    if isFirst, let counted = figures.allocations {
      // If deliveries vary, so do allocations, and a gate would fail by chance.
      let again = try await measured(settings.exact).allocations
      let steady = registry.ownStrategies.map(\.name).filter { counted[$0] == again?[$0] }
      let kept = try initialSettings(counted: steady)
      settings = try GateSettings(kept, file: settingsFile)
      (text, figures.suite, figures.allocations) = (kept, settings.exact, counted.only(steady))
    }
    let faults = CheckResult(faultsOf: figures)
    let faulty = GateReport(faults)
    if [1, 2].contains(faulty.verdict.exitCode) {
      notes.append("\(baseline) is unchanged: fix these faults before you accept a baseline.")
      return (false, faulty, notes)
    }
    let lacks = figures.allocations == nil && settings.exact.allocations != nil
    if lacks, let before, let counted = before.allocations {
      (figures.allocations, figures.toolchain) = (counted, before.toolchain)
    }
    try store(figures, text)
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
    return (true, GateReport(compared ?? faults), notes)
  }

  /// Writes a baseline and, for a package that has none yet, the settings: both, or neither.
  private func store(_ figures: GateBaseline, _ settings: String?) throws {
    let file = URL(fileURLWithPath: settingsFile)
    if let settings {
      try FileManager.makeFolder(file.deletingLastPathComponent())
      try settings.write(whole: file)
    }
    do {
      try figures.write(to: baselineFolder)
    } catch {
      if settings != nil { try? FileManager.removeFile(file) }
      throw error
    }
  }
}
