import ArgumentParser
import BenchReport
import BenchHarness
import Foundation

struct GateFiles: ParsableArguments {
  @Option(
    help: ArgumentHelp("The settings file.", valueName: "file.yml"),
    completion: .file(extensions: ["yml", "yaml"]))
  var settings = "Results/gate.yml"

  @Option(
    help: ArgumentHelp("The folder of the baseline.", valueName: "dir"), completion: .directory)
  var baseline = "Results/baseline"

  @OptionGroup var limits: LimitOptions

  func validate() throws {
    guard !settings.isEmpty, !baseline.isEmpty else {
      throw ValidationError("--settings and --baseline must not be empty.")
    }
  }

  var baselineFolder: URL { URL(fileURLWithPath: baseline, isDirectory: true) }

  func gate(in folder: URL, _ bench: Bench, base: String? = nil) -> Gate {
    Gate(
      bench.registry, candidate: bench.path, base: base, folder: folder, deadline: limits.deadline,
      memoryLimitBytes: limits.memoryLimit.bytes)
  }

  /// The figures of the exact check, and a note for each name in `settings` and `baseline` that the program lacks.
  func figures(
    _ settings: GateSettings, since baseline: GateBaseline?, countsAllocations: Bool, _ gate: Gate,
    _ bench: Bench
  ) throws -> (figures: GateBaseline, notes: [String]) {
    let (suite, gone) = try settings.exact(since: baseline, bench.registry)
    var figures = try Interruptible.showingProgress { show in
      try await gate.exactFigures(suite, countsAllocations: countsAllocations, onAdvance: show)
    }
    figures.suite = settings.exact
    return (figures, gone.map(GateSentences.isGoneForGood))
  }
}

struct GateReportOptions: ParsableArguments {
  @Option(help: "Output format: table, csv, json or markdown.")
  var format: Format = .table

  @Option(
    help: ArgumentHelp("Write a JUnit report to this file.", valueName: "file.xml"),
    completion: .file(extensions: ["xml"]))
  var junit: String?

  func end(_ report: GateReport) throws {
    try format.show(report, csv: report.csv) { layout in
      layout == .terminal
        ? GateText.findings(report) + GateText.verdict(report) : GateText.markdown(report)
    }
    // The CSV omits the overall verdict and the skipped checks.
    if format == .csv { Output.note(GateText.verdict(report)) }
    if let junit { try JUnitReport.text(report).write(whole: URL(fileURLWithPath: junit)) }
    GitHubActions.annotate(report)
    GitHubActions.summarise(GateText.markdown(report))
    if report.verdict.exitCode != 0 { throw ExitCode(report.verdict.exitCode) }
  }
}
