import ArgumentParser
import Harness

/// `bench trial`: what `bench run` calls for each trial.
struct Trial: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Runs one trial for 'bench run'.", shouldDisplay: false)

  @Option(help: "The file that says what to run.")
  var request: String

  @Option(help: "The file to write the record to.")
  var response: String

  func run() throws {
    try reportingErrors {
      try ChildMain.run(
        requestPath: request, responsePath: response, strategies: Registered.strategies,
        workloads: Registered.workloads)
    }
  }
}
