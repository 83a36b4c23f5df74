import ArgumentParser
import BenchReport
import BenchHarness
import Foundation

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

  func run(_ bench: Bench) throws { try Self.accept(files, countsAllocations: allocations, bench) }

  static func accept(_ files: GateFiles, countsAllocations: Bool, _ bench: Bench) throws {
    let settings = try GateSettings(path: files.settings)
    let evidence = try FileManager.makeTemporaryFolder()
    defer { try? FileManager.default.removeItem(at: evidence) }
    let before = try earlier(files)
    var (figures, notes) = try files.figures(
      settings, since: before, countsAllocations: countsAllocations,
      files.gate(in: evidence, bench), bench)
    let faults = GateReport([CheckResult(faultsOf: figures)], evidence: nil)
    guard ![1, 2].contains(faults.verdict.exitCode) else {
      Output.show(GateText.findings(faults))
      Output.note("\(files.baseline) is unchanged: fix these faults before you accept a baseline.")
      throw ExitCode(faults.verdict.exitCode)
    }
    let counted = figures.hasAllocations
    if !counted, let before, before.hasAllocations, settings.exact.allocations != nil {
      figures = figures.keepingAllocations(of: before)
    }
    try figures.write(to: files.baselineFolder)
    say(figures, in: files.baseline, before: before)
    if !counted, settings.exact.allocations != nil {
      let cause = countsAllocations && Jemalloc.path == nil ? Jemalloc.advice : "none was counted."
      notes.append(
        "Allocations are \(figures.hasAllocations ? "unchanged" : "not in the baseline"): \(cause)")
    }
    notes.forEach(Output.note)
  }

  /// The stored baseline; nil if it is missing or, after a warning, if it is broken. Throws if a file cannot be opened.
  private static func earlier(_ files: GateFiles) throws -> GateBaseline? {
    do {
      return try GateBaseline(folder: files.baselineFolder)
    } catch BenchError.badBaseline {
      if FileManager.default.fileExists(atPath: files.baselineFolder.path) {
        Output.note(
          "Warning: The old baseline could not be read, so regressions are not listed. "
            + "'git diff \(files.baseline)' shows the changes.")
      }
      return nil
    }
  }

  private static func say(_ figures: GateBaseline, in folder: String, before: GateBaseline?) {
    let size = "Trials in \(folder): \(figures.trialCount). Commit the folder"
    let compared = before.flatMap { try? CheckResult($0, figures, folder: folder) }
    Output.show(
      GateText.changes(GateReport([compared ?? CheckResult(faultsOf: figures)], evidence: nil)))
    let isOther = before != nil && compared == nil
    Output.note(
      size + (compared == nil ? "." : " with the change that caused the difference.")
        + (isOther ? " Another suite made the old baseline, so regressions are not listed." : ""))
  }
}
