import ArgumentParser
import Harness

/// `bench exact-child`: what `bench gate` calls for virtual time.
struct ExactChildCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "exact-child", abstract: "Runs the exact half for 'bench gate'.",
    shouldDisplay: false)

  @OptionGroup var files: ChildOptions

  func run() throws {
    try reportingErrors {
      try ExactChild.run(
        requestPath: files.request, responsePath: files.response,
        strategies: Registered.strategies, workloads: Registered.workloads)
    }
  }
}
