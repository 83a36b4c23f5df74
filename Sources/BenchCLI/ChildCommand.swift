import ArgumentParser
import BenchReport
import BenchHarness
import BenchVerify

/// `bench child`: what `run`, `verify` and `gate` call for work that may crash or hang.
struct ChildCommand: BenchSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "child", abstract: "Does a part of 'run', 'verify' or 'gate'.",
    shouldDisplay: false)

  @Argument(help: "What to do.")
  var job: ChildJob

  @Option(help: "The file that says more.")
  var request: String

  @Option(help: "The file to write what came of it to.")
  var response: String

  func run(_ bench: Bench) throws {
    do {
      try work(bench)
    } catch BenchError.cannotRead {
      throw ExitCode(ChildMain.noRequest)
    } catch BenchError.cannotWrite {
      throw ExitCode(ChildMain.noHandOver)
    }
  }

  private func work(_ bench: Bench) throws {
    switch job {
    case .trial:
      try ChildMain.run(requestPath: request, responsePath: response, bench.registry)
    case .verification:
      try VerificationChild.run(
        requestPath: request, responsePath: response,
        strategies: bench.registry.strategies + bench.mutants)
    case .exact:
      try ExactChild.run(requestPath: request, responsePath: response, bench.registry)
    case .instructions:
      try InstructionChild.run(requestPath: request, responsePath: response, bench.registry)
    }
  }
}

extension ChildJob: ExpressibleByArgument {}
