import ArgumentParser
import BenchReport
import BenchHarness
import Foundation

/// `bench gate accept`: takes this program's figures for the baseline.
struct AcceptCommand: BenchSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "accept",
    abstract: "Takes the figures of this build as the baseline, and says what that changes.",
    discussion: """
      Writes suite.json, exact.csv and allocations.csv, sorted, so that a review shows what got \
      better and what got worse. Commit them with the change that caused it.

      Examples:
        bench gate accept
        bench gate accept --settings my-gate.yml --baseline my-baseline
      """)

  @OptionGroup var files: GateFiles

  @Flag(inversion: .prefixedNo, help: "Count allocations.")
  var allocations = true

  func run(_ bench: Bench) throws {
    try Self.accept(files, countsAllocations: allocations, bench)
  }

  /// Runs what `files` say, and writes the baseline.
  static func accept(_ files: GateFiles, countsAllocations: Bool, _ bench: Bench) throws {
    let settings = try GateSettings(path: files.settings)
    let evidence = try FileManager.makeTemporaryFolder()
    defer { try? FileManager.default.removeItem(at: evidence) }
    var figures = try GateFiles.figures(
      settings.exact, countsAllocations: countsAllocations, files.gate(in: evidence, bench))
    let before = try earlier(files)
    let counted = figures.hasAllocations
    if !counted, let before, before.hasAllocations, settings.exact.allocations != nil {
      figures = figures.keepingAllocations(of: before)
    }
    try figures.write(to: files.baselineFolder)
    say(figures, in: files.baseline, before: before)
    guard !counted, settings.exact.allocations != nil else { return }
    let cause = countsAllocations && Jemalloc.path == nil ? Jemalloc.advice : "none were counted."
    Output.note(
      "Allocations \(figures.hasAllocations ? "stay as they were" : "are not in it"): \(cause)")
  }

  /// The baseline that is there; nil where there is none, or a broken one, whose place is taken. One that
  /// the machine could not read may have allocations that stay.
  private static func earlier(_ files: GateFiles) throws -> GateBaseline? {
    do {
      return try GateBaseline(folder: files.baselineFolder)
    } catch BenchError.badBaseline {
      if FileManager.default.fileExists(atPath: files.baselineFolder.path) {
        Output.note(
          "Warning: The baseline that was there could not be read, so nothing says what got worse. "
            + "'git diff \(files.baseline)' shows what changes.")
      }
      return nil
    }
  }

  private static func say(_ figures: GateBaseline, in folder: String, before: GateBaseline?) {
    let size = "\(folder) holds \(figures.trialCount) trials"
    if let before, let result = try? CheckResult(before, figures, folder: folder) {
      Output.show(GateText.changes(GateReport([result], evidence: nil)))
      Output.note("\(size). Commit it with the change that caused the difference.")
    } else {
      Output.note("\(size), and nothing to compare them with. Commit it.")
    }
  }
}
