import ArgumentParser
import BenchReport
import BenchHarness
import Foundation

/// `bench gate`, which runs `check` by default. Its own options would hide those of its subcommands, so it has none.
struct GateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "gate",
    abstract: "Fails if a strategy of this bench got worse, and shows how certain that is.",
    discussion:
      "Without a subcommand, it runs 'check'; see 'bench gate check --help'.",
    subcommands: [CheckCommand.self, AcceptCommand.self], defaultSubcommand: CheckCommand.self)
}

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
        bench gate --against ../main/.build/release/bench --instructions-only

      Exit codes: 0 nothing got worse; 1 something got worse; 2 a crash, a hang, or no baseline of this \
      suite; 3 inconclusive, or too little to compare; 64 an option or the settings are wrong.
      """)

  @OptionGroup var files: GateFiles

  @Option(
    help: ArgumentHelp("Compare with this build as well.", valueName: "bench"), completion: .file())
  var against: String?

  @Option(
    folder: "The baseline of that other build, to find strategies that now deliver differently.")
  var againstBaseline: String?

  @Flag(
    name: .customLong("init"),
    help: "Set up: write settings for your own strategies, and create the first baseline.")
  var begins = false

  @Flag(help: "Leave out the paired check.")
  var exactOnly = false

  @Flag(help: "Leave out the exact check.")
  var pairedOnly = false

  @Flag(help: "Also count instructions, under valgrind.")
  var instructions = false

  @Flag(help: "Only count instructions; leave out the other checks.")
  var instructionsOnly = false

  @Flag(help: "Run fewer combinations in the paired check.")
  var quick = false

  @Flag(inversion: .prefixedNo, help: "Count allocations in the exact check.")
  var allocations = true

  @Option(folder: "Keep the evidence in this folder instead of a new one in Results.")
  var output: String?

  @OptionGroup var reporting: GateReportOptions

  func validate() throws {
    let only = [exactOnly, pairedOnly, instructionsOnly].count { $0 }
    let wrong: KeyValuePairs = [
      "--init only creates settings and the first baseline. Omit the options that choose checks.":
        begins && (against != nil || instructions || only > 0),
      "Give only one of --exact-only, --paired-only and --instructions-only.": only > 1,
      "--paired-only needs --against BENCH, the build to compare with.":
        pairedOnly && against == nil,
      "--exact-only leaves out the paired check. Omit --against, or add --instructions.":
        exactOnly && against != nil && !instructions,
      "--against-baseline needs --against BENCH, the build of that baseline.":
        againstBaseline != nil && against == nil,
    ]
    if let words = wrong.first(where: \.value)?.key { throw ValidationError(words) }
  }

  func run(_ bench: Bench) throws {
    do {
      if begins { try start(bench) } else { try check(bench) }
    } catch let error as BenchError {
      GitHubActions.annotate(error)
      throw error
    }
  }

  private func check(_ bench: Bench) throws {
    // Otherwise, an earlier gate's report would remain if this gate stopped with an error.
    try? reporting.junit.map(FileManager.default.removeItem)
    let settings = try GateSettings(path: files.settings)
    let base = try against.map(Self.build)
    let baseline =
      pairedOnly || instructionsOnly ? nil : try GateBaseline(folder: files.baselineFolder)
    try settings.check(
      baseline.map { try settings.exact(since: $0, bench.registry).suite }, bench.registry)
    let folder = try Gate.makeFolder(output: output)
    let gate = files.gate(in: folder, bench, base: base)
    let exact =
      try baseline.map { try self.exact(settings, $0, gate, folder, bench) }
      ?? .skipped(
        "the exact check: left out by \(pairedOnly ? "--paired-only" : "--instructions-only")")
    let (changed, unknown) = try changesOfDelivery(exact)
    let counted = try countInstructions(settings.exact, gate)
      .accepting(settings.accepted, ranAll: true)
    let paired = try paired(settings, gate, base, changed)
      .accepting(settings.accepted, ranAll: !quick)
    let notGated = settings.notGated(bench.registry, standard: Self.standard)
    let rest = GateSentences.notGated(notGated).map(CheckResult.skipped)
    try reporting.end(
      GateReport(
        [exact, unknown, counted, paired, rest].compactMap { $0 }, evidence: folder.relativePath))
  }

  private static let standard = Set([StrategyEntry].standard.map(\.name))

  /// The absolute path of the build at `path`, which child processes need because they run in other folders.
  private static func build(_ path: String) throws -> String {
    let url = URL(fileURLWithPath: path)
    guard FileManager.default.isExecutableFile(atPath: path), !url.hasDirectoryPath else {
      throw BenchError.cannotStart(
        path: path,
        cause: "it is not a program. Build it first: "
          + "swift build -c release --product bench.")
    }
    return url.path
  }

  private func exact(
    _ settings: GateSettings, _ baseline: GateBaseline, _ gate: Gate, _ folder: URL, _ bench: Bench
  ) throws -> CheckResult {
    let (figures, notes) = try files.figures(
      settings, since: baseline, countsAllocations: allocations, gate, bench)
    // Written after the evidence, because the next gate refuses a folder that has a baseline but no evidence.
    try baseline.write(to: folder.appendingPathComponent("baseline", isDirectory: true))
    var result = try CheckResult(baseline, figures, folder: files.baseline)
    result.notChecked += notes
    return result
  }

  /// The strategies whose deliveries changed since the baseline or `againstBaseline`; a note if the two suites differ.
  private func changesOfDelivery(_ exact: CheckResult) throws -> (Set<String>, CheckResult?) {
    let changed = exact.changedStrategies
    guard let againstBaseline else { return (changed, nil) }
    let before = try GateBaseline(folder: URL(fileURLWithPath: againstBaseline, isDirectory: true))
    let after = try GateBaseline(folder: files.baselineFolder)
    do {
      let result = try CheckResult(before, after, folder: againstBaseline)
      return (changed.union(result.changedStrategies), nil)
    } catch let error as BenchError {
      return (changed, .skipped("whether strategies deliver differently: \(error)"))
    }
  }

  private func countInstructions(_ suite: ExactSuite, _ gate: Gate) throws -> CheckResult {
    guard instructions || instructionsOnly else {
      return .skipped("instructions: --instructions was not given")
    }
    if let obstacle = InstructionCheck.obstacle {
      throw BenchError.cannotCheck(what: "instructions", cause: obstacle)
    }
    return try Interruptible.showingProgress { show in
      try await InstructionCheck.run(suite, gate, onAdvance: show)
    }
  }

  private func paired(
    _ settings: GateSettings, _ gate: Gate, _ base: String?, _ changed: Set<String>
  ) throws -> CheckResult {
    guard let base, !exactOnly, !instructionsOnly else {
      let only = exactOnly ? "--exact-only" : instructionsOnly ? "--instructions-only" : nil
      return .skipped(
        "the paired check: \(only.map { "left out by \($0)" } ?? "--against was not given")")
    }
    guard let suite = settings.paired else {
      throw BenchError.nothingToRun(
        cause: "\(files.settings) has no 'paired'. Add it, or omit --against.")
    }
    return try settings.at("paired") {
      let run = try PairedRun(
        suite, isQuick: quick, gate, against: base, changed: changed, accepted: settings.accepted)
      return try Interruptible.showingProgress { show in try await run.run(onAdvance: show) }
    }
  }

  /// Carries out `--init`: writes settings and a baseline for a package that has neither; verifies its own strategies.
  private func start(_ bench: Bench) throws {
    for path in [files.settings, files.baseline] where FileManager.default.fileExists(atPath: path)
    {
      throw BenchError.badSettings(
        file: path,
        cause: "it already exists, and --init does not replace it. Remove it, or use "
          + "'\(ProgramName.text) gate accept' and '\(ProgramName.text) gate'.")
    }
    let settings = URL(fileURLWithPath: files.settings)
    try FileManager.makeFolder(settings.deletingLastPathComponent())
    try GateSettings.initial(bench.registry, standard: Self.standard).write(whole: settings)
    Output.note("\(files.settings) lists the checks. Adapt it, run 'gate accept', and commit it.")
    let own = bench.registry.strategies.map(\.name).filter { !Self.standard.contains($0) }
    if !own.isEmpty {
      var verify = try VerifyCommand.parse(["--strategy", own.joined(separator: ",")])
      verify.limits = files.limits
      if try !verify.verified(bench) { Output.note("Fix violations, or declare them in 'breaks'.") }
    }
    try AcceptCommand.accept(files, countsAllocations: allocations, bench)
    Output.show(
      """
      Each gate leaves evidence that Git should ignore. Run this once:

      cat >>.gitignore <<'END'
      Results/*
      !Results/gate.yml
      !Results/baseline/
      END

      For your CI, see docs/regressions.md of Coalesce.

      """)
  }
}
