import ArgumentParser
import BenchHarness

/// The formats of the output and of a recording. They can share an option, because no name is in both sets.
struct FormatOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Output format: table, csv, json or markdown. Or the format of a recording, such as har."))
  var format: [String] = []

  var printed: Format { format.compactMap(Format.init(rawValue:)).last ?? .table }
  var recorded: String? { format.last { Format(rawValue: $0) == nil } }

  func validate() throws {
    do { _ = try recorded.map(RecordedFormat.named) } catch {
      throw ValidationError("\(error)")
    }
  }
}
