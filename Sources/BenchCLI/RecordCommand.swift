import ArgumentParser
import BenchHarness
import Foundation

struct RecordCommand: BenchSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "record",
    abstract: "Passes its input through and records when each line arrived.",
    discussion: """
      The recording holds times and lengths, but none of the text. Recording stops when the input ends, on \
      Ctrl-C, or when the reader of the output exits; the file is kept in each case.

      Examples:
        swift build -v 2>&1 | bench record -o build.csv
        tail -f server.log | bench record -o server.csv > /dev/null
        bench recommend build.csv --max-latency 100ms

      Exit codes: 0 recorded, even if the reader exited; 2 the input or a file could not be read or \
      written; 130 and 143 interrupted, with the input so far recorded.
      """)

  @Option(
    name: .shortAndLong, help: .value("file", "Write the recording to this file."),
    completion: .file(extensions: ["csv"]))
  var output: String

  @Option(
    help: """
      What to record: the arrival of each line, or of each chunk that is read. (default: line, but chunk if \
      lines take over ten reads each)
      """)
  var by: StreamRecording.Part?

  @Flag(help: "Replace an existing file.")
  var force = false

  func run(_ bench: Bench) throws {
    let recording = try StreamRecording(to: output, by: by, isReplacing: force)
    try Interruptible.run { [output, by] in
      var recording = recording
      let summary = try recording.run(from: STDIN_FILENO, to: STDOUT_FILENO)
      let seconds = FigureText.threeDigits(summary.duration.milliseconds / 1_000)
      let remark =
        summary.hasFewLines
        ? " They came in \(summary.reads) parts, which --by chunk records."
        : by == nil && summary.part == .chunk
          ? " There are hardly any lines; --by line records those." : ""
      Output.note(
        "\(output): \(summary.parts) \(summary.part.rawValue)\(summary.parts == 1 ? "" : "s"), "
          + "\(summary.bytes) bytes in \(seconds) s.\(remark)")
    }
  }
}

extension StreamRecording.Part: ExpressibleByArgument {}
