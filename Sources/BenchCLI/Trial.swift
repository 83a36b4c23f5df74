import ArgumentParser
import Harness

/// `bench trial`: what `bench run` calls for each trial.
struct Trial: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Runs one trial for 'bench run'.", shouldDisplay: false)

  @OptionGroup var files: ChildOptions

  func run() throws {
    try reportingErrors {
      try ChildMain.run(
        requestPath: files.request, responsePath: files.response,
        strategies: Registered.strategies, workloads: Registered.workloads)
    }
  }
}
