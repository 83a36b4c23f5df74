import ArgumentParser
import BenchHarness
import BenchRuns

struct TraceOptionGroup: ParsableArguments {
  @Option(
    help: .value(
      "file", "Replay this recording; - for stdin. --help-hidden lists options for its format."),
    completion: .file(extensions: Recording.fileTypes))
  var trace: String?

  @OptionGroup(visibility: .hidden) var columns: TraceColumnOptions

  func validate() throws {
    if trace == nil, columns.isGiven {
      throw ValidationError("Options for the format of a recording need --trace FILE.")
    }
  }

  func read() throws -> Trace? {
    guard let recording = try trace.map({ try columns.read($0) }) else { return nil }
    Output.note(recording.understood)
    return recording.trace
  }
}
