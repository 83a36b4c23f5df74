import ArgumentParser
import BenchHarness
import BenchReport

/// The main command. It is synchronous on purpose: after the first suspension of an asynchronous main, Linux runs the
/// main queue on a worker thread, and trials would no longer measure the main thread.
struct Root: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: ProgramName.text,
      abstract: "Benchmarks strategies for coalescing UI updates.",
      discussion: """
        Examples:
          bench                      run the default suite, in three minutes
          bench --quick              run shorter workloads, once each
          bench run --strategy throttle,source-add --workload uart --trials 9
          bench simulate             run in virtual time: exact, in seconds
          bench simulate --strategy throttle:interval=4ms...300ms
          bench recommend my-app.csv --max-latency 100ms
          swift build | bench record -o build.csv
          bench verify               check which promises each strategy keeps
          bench gate                 check whether anything got worse

        Exit codes: 0 success; 1 a strategy crashed, hung, lost an update, broke a promise or got worse, \
        or nothing meets the goals; 2 the command failed; 3 inconclusive; 64 an invalid option or input \
        file; 130 and 143 interrupted.
        """, version: Build.version,
      subcommands: [
        RunCommand.self, ResumeCommand.self, SimulateCommand.self, RecommendCommand.self,
        RecordCommand.self, VerifyCommand.self, GateCommand.self, CompareCommand.self,
        ExportCommand.self, MergeCommand.self, ListCommand.self, ChildCommand.self,
      ], defaultSubcommand: RunCommand.self)
  }
}
