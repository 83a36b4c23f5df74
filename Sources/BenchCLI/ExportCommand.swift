import ArgumentParser
import BenchHarness
import BenchReport
import BenchRuns
import Foundation

struct ExportCommand: BenchSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Writes a saved run in the format of another program.",
    discussion: """
      Formats:
        github     github-action-benchmark: charts on GitHub Pages
        bencher    Bencher Metric Format, with 95 % intervals as bounds

      Missing figures and combinations with failed trials are left out.

      Example:
        bench export Results/latest --format github --output benchmarks.json
      """)

  @Argument(help: .value("run", "The folder of the run."), completion: .directory)
  var folder: String

  @Option(help: "The format to write.")
  var format: ForeignFormat

  @Option(
    help: .value("file", "Write to this file, or - for stdout."),
    completion: .file())
  var output: String?

  @OptionGroup var metrics: MetricOption

  func run(_ bench: Bench) throws {
    let run = try SavedRun.read(URL(fileURLWithPath: folder, isDirectory: true))
    let text = try format.text(of: run, metrics: try metrics.chosen())
    if let output, output != "-" {
      try text.write(whole: URL(fileURLWithPath: output))
    } else {
      Output.show(text)
    }
    if let leftOut = run.leftOut { Output.note(leftOut) }
  }
}

extension ForeignFormat: ExpressibleByArgument {}
