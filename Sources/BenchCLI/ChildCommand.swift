import ArgumentParser
import BenchHarness
import BenchRuns
import BenchVerify

/// Runs, in a child process, a part of `run`, `verify` or `gate` that may crash or hang.
struct ChildCommand: BenchSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "child", abstract: "Runs a part of 'run', 'verify' or 'gate'.",
    shouldDisplay: false)

  @Argument(help: "The job to run.")
  var job: String

  @Option(help: "Read the job's details from this file.")
  var request: String

  @Option(help: "Write the result to this file.")
  var response: String

  func run(_ bench: Bench) throws {
    try ChildMain.run(
      [TrialJob.self, VerificationJob.self, ExactJob.self, InstructionJob.self], name: job,
      request: request, response: response, bench.registry)
  }
}
