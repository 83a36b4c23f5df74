import ArgumentParser
import BenchHarness
import BenchReport
import Foundation

/// Goes on with a run that was interrupted.
struct Resumption {
  private let folder: URL
  private let path: String

  init(folder path: String) {
    self.path = path
    folder = URL(fileURLWithPath: path, isDirectory: true)
  }

  /// Options that may say something new; of these, the limits hold for what is missing.
  private static let freeOptions = ["--resume", "--format", "--deadline", "--memory-limit"]

  /// Runs what is missing with the options of the run's own command. Other options that were given
  /// besides must say the same.
  func run(asked: RunCommand, _ bench: Bench) throws {
    let header = try RunHeader.read(folder)
    guard header.time == .real else {
      throw BenchError.cannotResume(
        folder: path, cause: "it holds no run in real time; virtual ones take seconds.")
    }
    let original = try originalRun(header.command)
    var settings = try original.settings(bench)
    var here = RunHeader(settings, time: .real, command: header.command)
    here.build = try Digest.of(file: bench.path)
    try refuse(header.differences(from: here))
    let given = CommandLine.arguments
    if hasOtherOptions(given) {
      let known = asked.trace.isSame(as: original.trace) ? settings.trace : nil
      here.options = try asked.settings(bench, trace: known).options
      try refuse(header.differences(from: here))
    }
    if given.contains(where: { Self.isOption($0, "--deadline") }) {
      settings.deadline = asked.limits.deadline
    }
    if given.contains(where: { Self.isOption($0, "--memory-limit") }) {
      settings.memoryLimitBytes = asked.limits.memoryLimit.bytes
    }
    try asked.run(
      settings, into: path, bench, finished: try ResultsFolder.finished(folder),
      work: header.work ?? .calibrated(), earlier: header)
  }

  private func refuse(_ differences: [String]) throws {
    guard !differences.isEmpty else { return }
    throw BenchError.cannotResume(
      folder: path,
      cause: "the run differs from this one in \(differences.joined(separator: ", ")).")
  }

  private func originalRun(_ command: [String]) throws -> RunCommand {
    var arguments = Array(command.dropFirst())
    if arguments.first == "run" { arguments.removeFirst() }
    do {
      return try RunCommand.parse(arguments)
    } catch {
      throw BenchError.cannotResume(
        folder: path, cause: "its command is not understood: \(RunCommand.message(for: error))")
    }
  }

  /// Anything but `run` and free options with their values.
  private func hasOtherOptions(_ arguments: [String]) -> Bool {
    var rest = arguments.dropFirst().drop { $0 == "run" }
    while let first = rest.popFirst() {
      guard let option = Self.freeOptions.first(where: { Self.isOption(first, $0) }) else {
        return true
      }
      if first == option { rest = rest.dropFirst() }
    }
    return false
  }

  /// Whether `argument` gives `option`, as in `--deadline` or `--deadline=5s`.
  private static func isOption(_ argument: String, _ option: String) -> Bool {
    argument == option || argument.hasPrefix(option + "=")
  }
}
