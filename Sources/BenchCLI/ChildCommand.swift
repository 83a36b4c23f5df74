import ArgumentParser
import BenchReport
import BenchHarness
import BenchVerify

/// `bench child`: what `run`, `verify` and `gate` call for work that may crash or hang.
struct ChildCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "child", abstract: "Does a part of 'run', 'verify' or 'gate'.",
    shouldDisplay: false)

  @Argument(help: "What to do.")
  var job: ChildJob

  @Option(help: "The file that says more.")
  var request: String

  @Option(help: "The file to write what came of it to.")
  var response: String

  func run() throws {
    try reportingErrors {
      do {
        try work()
      } catch BenchError.cannotRead {
        throw ExitCode(ChildMain.noRequest)
      } catch BenchError.cannotWrite {
        throw ExitCode(ChildMain.noHandOver)
      }
    }
  }

  private func work() throws {
    switch job {
    case .trial:
      try ChildMain.run(requestPath: request, responsePath: response, Registered.registry)
    case .verification:
      try VerificationChild.run(
        requestPath: request, responsePath: response,
        strategies: Registered.strategies + Registered.mutants)
    case .exact:
      try ExactChild.run(requestPath: request, responsePath: response, Registered.registry)
    case .instructions:
      try InstructionChild.run(requestPath: request, responsePath: response, Registered.registry)
    }
  }
}

extension ChildJob: ExpressibleByArgument {}
