import ArgumentParser
import BenchHarness
import BenchReport
import BenchRuns

struct CheckCommand: BenchSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Fails if a strategy got worse than the stored baseline, or than another build.",
    discussion: """
      Checks the strategies that this program registers: those of the package or, in a bench of your \
      own, yours. Does not measure an app or other code.

      The exact check runs in virtual time and counts allocations: anything worse than in \
      Results/baseline is a regression until 'bench gate accept' accepts it. With --against, a paired \
      check runs this program and another build of it alternately, in real time. With --instructions, \
      valgrind counts the instructions of both: a submission may differ by 1 instruction (by 0.5 % if over \
      1000), a cycle of updates and deliveries by 3 %. Results/gate.yml lists what to run.

      In a package of your own, start with 'gate --init', which also verifies your strategies.

      Under GitHub Actions, regressions become annotations, and a summary is appended to the file \
      that GITHUB_STEP_SUMMARY names.

      Examples:
        bench gate
        bench gate --exact-only --junit gate.xml
        bench gate --against ../main/.build/release/bench --quick

      Exit codes: 0 nothing got worse; 1 something got worse; 2 a crash, a hang, or no baseline of this \
      suite; 3 inconclusive, or too little to compare; 64 an option or the settings are wrong.
      """)

  @OptionGroup var files: GateFiles
  @OptionGroup var checks: GateScopeOptions

  @Flag(
    name: .customLong("init"),
    help: "Set up: write settings for your own strategies, and create the first baseline.")
  var begins = false

  @Option(folder: "Keep the evidence in this folder instead of a new one in Results.")
  var output: String?

  @OptionGroup var reporting: GateReportOptions

  func validate() throws {
    if begins, checks.isAnyGiven {
      throw ValidationError(
        "--init only creates settings and the first baseline. Omit the options that choose checks.")
    }
  }

  func run(_ bench: Bench) throws {
    var setup = files.setup(bench)
    checks.apply(to: &setup)
    do {
      if begins { try start(setup, bench) } else { try check(setup) }
    } catch let error as BenchError {
      GitHubActions.annotate(error)
      throw error
    }
  }

  private func check(_ setup: GateSetup) throws {
    reporting.begin()
    let check = try GateCheck(setup, output: output)
    try reporting.end(
      Interruptible.showingProgress { show in try await check.run(onAdvance: show) })
  }

  /// Carries out `--init`: stores settings and a baseline for a package that has neither, or nothing.
  private func start(_ setup: GateSetup, _ bench: Bench) throws {
    try AcceptCommand.accept(setup, bench, limits: files.limits, isFirst: true)
    Output.note("\(files.settings) lists the checks. Adapt it, run 'gate accept', and commit it.")
    Output.show(Self.advice)
  }

  private static let advice = """
    Each gate leaves evidence that Git should ignore. Add this to .gitignore:

    Results/*
    !Results/gate.yml
    !Results/baseline/

    For your CI, see docs/regressions.md of Coalesce.

    """
}
