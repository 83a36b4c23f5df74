import ArgumentParser
import BenchHarness
import BenchReport
import Foundation

struct ExportCommand: BenchSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Writes a saved run in the format of another program.",
    discussion: """
      Formats:
      \(formats)

      What was not measured, and combinations with failed trials, are left out.

      Example:
        bench export Results/latest --format github --output benchmarks.json
      """)

  private static let formats = [ForeignFormat].standard
    .map { "  \($0.name.padding(toLength: 11, withPad: " ", startingAt: 0))\($0.summary)" }
    .joined(separator: "\n")

  @Argument(help: ArgumentHelp("The folder of the run.", valueName: "run"), completion: .directory)
  var folder: String

  @Option(
    help: ArgumentHelp(
      "One of \([ForeignFormat].standard.map(\.name).joined(separator: ", ")).",
      valueName: "format"), completion: .list([ForeignFormat].standard.map(\.name)))
  var format: String

  @Option(
    help: ArgumentHelp(
      "Write to this file, or - for stdout.", valueName: "file"), completion: .file())
  var output: String?

  @OptionGroup var metrics: MetricOption

  func run(_ bench: Bench) throws {
    let format = try [ForeignFormat].named(format)
    let run = try SavedRun(URL(fileURLWithPath: folder, isDirectory: true))
    let product = try format.product(run, metrics: try metrics.chosen())
    if let output, output != "-" {
      try product.text.write(whole: URL(fileURLWithPath: output))
    } else {
      Output.show(product.text)
    }
    product.notes.forEach(Output.note)
  }
}
