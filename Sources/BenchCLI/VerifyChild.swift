import ArgumentParser
import Harness

/// `bench verify-child`: what `bench verify` calls for each strategy.
struct VerifyChild: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Verifies one strategy for 'bench verify'.", shouldDisplay: false)

  @OptionGroup var files: ChildOptions

  func run() throws {
    try reportingErrors {
      try VerificationChild.run(
        requestPath: files.request, responsePath: files.response,
        strategies: Registered.strategies + Registered.mutants)
    }
  }
}
