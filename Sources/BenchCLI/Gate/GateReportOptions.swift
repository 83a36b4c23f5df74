import ArgumentParser
import BenchReport
import BenchHarness
import Foundation

struct GateReportOptions: ParsableArguments {
  @Option(help: "Output format.") var format = Format.table

  @Option(
    help: ArgumentHelp("Write a JUnit report to this file.", valueName: "file.xml"),
    completion: .file(extensions: ["xml"]))
  var junit: String?

  @Flag(help: "Exit with 3 also if a regression is possible, but not certain.")
  var strict = false

  /// Removes an earlier gate's report, which would remain if this gate stopped with an error.
  func begin() { try? junit.map(FileManager.default.removeItem) }

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
    let code = strict && report.verdict.isOpen ? 3 : report.verdict.exitCode
    if code != 0 { throw ExitCode(code) }
  }
}
