import ArgumentParser
import BenchHarness
import Foundation

struct RevisionsCommand: BenchSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "revisions",
    abstract: "Builds two commits of the package in this folder, and compares them.",
    discussion: """
      Runs Scripts/compare-revisions of Coalesce, wherever the package manager has put it. Give the \
      commit to compare with, then the commit to test if it is not HEAD, then options of 'check'.

      Example:
        bench gate revisions origin/main --strict
      """)

  @Argument(parsing: .captureForPassthrough) var arguments: [String] = []

  func run(_ bench: Bench) throws {
    if arguments == ["--help"] { throw CleanExit.helpRequest(self) }
    let script = try PackageScript.path("compare-revisions")
    let words = ["bash", script, "--package", ".", "--product", ProgramName.text] + arguments
    // The script handles signals itself; ignored ones would stay ignored.
    for number in [SIGINT, SIGTERM, SIGQUIT] { signal(number, SIG_DFL) }
    var pointers = words.map { strdup($0) } + [nil]
    execv("/bin/bash", &pointers)
    throw BenchError.cannotStart(path: script, cause: "there is no /bin/bash.")
  }
}
