import ArgumentParser
import BenchReport
import BenchHarness
import Foundation

/// Where the gate's settings and its baseline are.
struct GateFiles: ParsableArguments {
  @Option(
    help: ArgumentHelp("What the gate checks.", valueName: "file.yml"),
    completion: .file(extensions: ["yml", "yaml"]))
  var settings = "Results/gate.yml"

  @Option(
    help: ArgumentHelp("The folder of the baseline.", valueName: "dir"), completion: .directory)
  var baseline = "Results/baseline"

  @OptionGroup var limits: LimitOptions

  func validate() throws {
    guard !settings.isEmpty, !baseline.isEmpty else {
      throw ValidationError("--settings and --baseline need a name; '.' is the current folder.")
    }
  }

  var baselineFolder: URL { URL(fileURLWithPath: baseline, isDirectory: true) }

  /// Runs the exact check of this program, with a progress bar.
  func figures(
    _ suite: ExactSuite, countsAllocations: Bool, in folder: URL, _ bench: Bench
  ) throws -> GateBaseline {
    let gate = Gate(
      suite, bench.registry, executable: bench.path, folder: folder,
      deadline: limits.deadline ?? .seconds(120), memoryLimitBytes: limits.memoryLimit.bytes)
    return try Interruptible.showingProgress { show in
      try await gate.exactFigures(countsAllocations: countsAllocations, onAdvance: show)
    }
  }
}

/// Where the gate's verdict goes: to people, to files, to the CI service.
struct GateReportOptions: ParsableArguments {
  @Option(help: "What is printed: table, csv, json or markdown.")
  var format: Format = .table

  @Option(
    help: ArgumentHelp("Write a JUnit report to this file.", valueName: "file.xml"),
    completion: .file(extensions: ["xml"]))
  var junit: String?

  /// Prints the report and writes it wherever it was asked for.
  func show(_ report: GateReport) throws {
    switch format {
    case .table: Output.show(GateText.findings(report) + GateText.verdict(report))
    case .markdown: Output.show(GateText.markdown(report))
    case .csv:
      Output.show(report.csv)
      // A table has no place for what was not checked.
      Output.note(GateText.verdict(report))
    case .json: try Output.show(json: report)
    }
    if let junit { try JUnitReport.text(report).write(whole: URL(fileURLWithPath: junit)) }
    let service = GitHubActions(environment: ProcessInfo.processInfo.environment)
    service.annotate(report)
    service.summarise(GateText.markdown(report))
  }

  /// Runs the work of the gate; under GitHub Actions an error becomes an annotation, too.
  func annotatingErrors(_ work: () throws -> Void) throws {
    do {
      try work()
    } catch let error as BenchError {
      GitHubActions(environment: ProcessInfo.processInfo.environment).annotate(error)
      throw error
    }
  }
}
