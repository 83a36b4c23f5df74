import ArgumentParser
import BenchHarness
import BenchRuns

struct TraceOptionGroup: ParsableArguments {
  @Option(
    name: .customLong("trace"),
    help: ArgumentHelp(
      "Replay this recording; - for stdin. --help-hidden lists options for its format.",
      valueName: "file"), completion: .file(extensions: Recording.fileTypes))
  var traces: [String] = []

  @OptionGroup(visibility: .hidden) var columns: TraceColumnOptions

  /// The last recording given, because a repeated option overrides earlier ones.
  var trace: String? { traces.last }

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
