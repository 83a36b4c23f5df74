import ArgumentParser
import Harness

/// `bench verify-child`: what `bench verify` calls for each strategy.
struct VerifyChild: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Verifies one strategy for 'bench verify'.", shouldDisplay: false)

  @Option(help: "The file that says what to verify.")
  var request: String

  @Option(help: "The file to write what is found to.")
  var response: String

  func run() throws {
    try reportingErrors {
      try VerificationChild.run(
        requestPath: request, responsePath: response,
        strategies: Registered.strategies + Registered.mutants)
    }
  }
}
