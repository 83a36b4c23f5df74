import ArgumentParser
import Foundation
import Harness

/// Goes on with a run that was interrupted.
struct Resumption {
  private let folder: URL
  private let path: String

  init(folder path: String) {
    self.path = path
    folder = URL(fileURLWithPath: path, isDirectory: true)
  }

  /// Runs what is missing with the options of the run's own command. Options that were given
  /// besides must say the same.
  func run(asked: Run) throws {
    let environment = try RunEnvironment.read(folder)
    guard let signature = environment.signature, environment.time == .real else {
      throw HarnessError.cannotResume(
        folder: path, cause: "it holds no run in real time; virtual ones take seconds.")
    }
    let original = try originalRun(environment.command)
    let settings = try original.settings()
    let executable = ThisProgram.path
    let here = RunEnvironment(settings, time: .real, command: environment.command)
    try refuse(environment.differences(from: here))
    try refuse(signature.differences(from: RunSignature(settings, executable: executable)))
    if hasOtherOptions(CommandLine.arguments) {
      let own = try RunSignature(asked.settings(), executable: executable)
      try refuse(signature.differences(from: own))
    }
    try asked.run(
      settings: settings, into: path, finished: try ResultsFolder.finished(folder),
      work: environment.work ?? .calibrated(), earlier: environment)
  }

  private func refuse(_ differences: [String]) throws {
    guard !differences.isEmpty else { return }
    throw HarnessError.cannotResume(
      folder: path,
      cause: "the run was made with another \(differences.joined(separator: ", another ")).")
  }

  private func originalRun(_ command: [String]) throws -> Run {
    var arguments = Array(command.dropFirst())
    if arguments.first == "run" { arguments.removeFirst() }
    do {
      return try Run.parse(arguments)
    } catch {
      throw HarnessError.cannotResume(
        folder: path, cause: "its command is not understood: \(Run.message(for: error))")
    }
  }

  /// Anything but `run`, `--resume DIR` and `--format F`.
  private func hasOtherOptions(_ arguments: [String]) -> Bool {
    var rest = arguments.dropFirst().drop { $0 == "run" }
    while let first = rest.first {
      rest = rest.dropFirst()
      if first == "--resume" || first == "--format" {
        rest = rest.dropFirst()
      } else if !first.hasPrefix("--resume=") && !first.hasPrefix("--format=") {
        return true
      }
    }
    return false
  }
}
