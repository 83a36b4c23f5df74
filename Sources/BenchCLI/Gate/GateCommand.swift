import ArgumentParser
import BenchReport
import BenchHarness
import Foundation

/// `bench gate`: its check, unless another of the family is named. It has no options of its own, which
/// the parser would take from those of its family.
struct GateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "gate",
    abstract: "Fails if a strategy got worse, and says how far to trust that.",
    subcommands: [CheckCommand.self, AcceptCommand.self, JudgeCommand.self],
    defaultSubcommand: CheckCommand.self)
}

/// `bench gate check`, or `bench gate`: whether a build got worse.
struct CheckCommand: BenchSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Fails if a strategy got worse than the stored baseline, or than another build.",
    discussion: """
      The exact check runs in virtual time and counts allocations: anything worse than in
      Results/baseline is a regression until it is accepted with 'bench gate accept'. With
      --against, a paired check runs this program and another build of it in turns, in real time, and
      with --instructions both are counted under valgrind: a submission may differ by one
      instruction, a cycle by 3 %. Results/gate.yml says what is run.

      In a package of your own, start with 'gate --init'.

      Under GitHub Actions, regressions become annotations, and a summary is appended to the file
      that GITHUB_STEP_SUMMARY names.

      Examples:
        bench gate
        bench gate --exact-only --junit gate.xml
        bench gate --against ../main/.build/release/bench --quick
        bench gate --against ../main/.build/release/bench --instructions-only

      Exit codes: 0 pass, improved or trade; 1 regressed; 2 the gate could not do its work: a crash,
      a hang, no baseline or one of another suite; 3 inconclusive, or no noise floor known; 64 an
      option or the settings are wrong.
      """)

  @OptionGroup var files: GateFiles

  @Option(
    help: ArgumentHelp("Compare with this build as well.", valueName: "bench"), completion: .file())
  var against: String?

  @Option(
    help: ArgumentHelp(
      "The baseline of that build: strategies whose figures differ deliver differently.",
      valueName: "dir"), completion: .directory)
  var againstBaseline: String?

  @Flag(
    name: .customLong("init"),
    help: "Start: write settings for your own strategies, and take the first baseline.")
  var begins = false

  @Flag(help: "Leave out the paired check.")
  var exactOnly = false

  @Flag(help: "Leave out the exact check.")
  var pairedOnly = false

  @Flag(help: "Also count instructions, under valgrind.")
  var instructions = false

  @Flag(help: "Count instructions, and leave out both other checks.")
  var instructionsOnly = false

  @Flag(help: "Fewer cells in the paired check.")
  var quick = false

  @Flag(inversion: .prefixedNo, help: "Count allocations in the exact check.")
  var allocations = true

  @Option(
    help: ArgumentHelp(
      "Make this build worse, as in work=1.2, allocation or missed-merge=0.05.",
      valueName: "effect", visibility: .hidden), transform: Effect.init(parsing:))
  var inject: Effect?

  @Option(
    help: ArgumentHelp(
      "Keep the evidence in this folder instead of a new one in Results.", valueName: "dir"),
    completion: .directory)
  var output: String?

  @OptionGroup var reporting: GateReportOptions

  func validate() throws {
    if begins && (against != nil || exactOnly || pairedOnly || instructions || instructionsOnly) {
      throw ValidationError(
        "--init takes the first baseline and checks nothing. Leave out the rest.")
    }
    if [exactOnly, pairedOnly, instructionsOnly].count(where: { $0 }) > 1 {
      throw ValidationError("Give only one of --exact-only, --paired-only and --instructions-only.")
    }
    if pairedOnly && against == nil {
      throw ValidationError("--paired-only needs --against BENCH, the build to compare with.")
    }
    if exactOnly && against != nil && !instructions {
      throw ValidationError(
        "--against is for the paired check, which --exact-only leaves out, and for --instructions.")
    }
    if againstBaseline != nil && against == nil {
      throw ValidationError("--against-baseline needs --against BENCH, whose baseline it is.")
    }
  }

  func run(_ bench: Bench) throws {
    try reporting.annotatingErrors {
      guard !begins else { return try GateStart.run(files, countsAllocations: allocations, bench) }
      let settings = try GateSettings(path: files.settings)
      let baseline =
        pairedOnly || instructionsOnly ? nil : try GateBaseline(folder: files.baselineFolder)
      let folder = try ResultsFolder.make(output: output, name: "gate", date: Date())
      try Gate.clear(folder)
      let report = try report(settings, baseline, folder, bench)
      try reporting.show(report)
      if report.verdict.exitCode != 0 { throw ExitCode(report.verdict.exitCode) }
    }
  }

  /// Children are started from another folder than the one that paths are meant in.
  private var base: String? { against.map { URL(fileURLWithPath: $0).path } }

  private func report(
    _ settings: GateSettings, _ baseline: GateBaseline?, _ folder: URL, _ bench: Bench
  ) throws -> GateReport {
    var cells: [GateCell] = []
    var notChecked: [String] = []
    var changed: Set<String> = []
    if let baseline {
      let judgement = try exact(settings.exact, baseline, folder, bench)
      cells += judgement.cells
      notChecked += judgement.notChecked
      changed = judgement.changedStrategies
    } else {
      notChecked.append(
        "the exact check: left out by \(pairedOnly ? "--paired-only" : "--instructions-only")")
    }
    if let againstBaseline {
      changed.formUnion(try changes(since: againstBaseline, &notChecked))
    }
    let counted = try countInstructions(settings.exact, folder, bench, &notChecked)
    let verdicts = try paired(settings, changed: changed, in: folder, bench, &notChecked)
    return GateReport(
      cells: cells + (counted?.cells ?? []), notChecked: notChecked,
      evidence: folder.relativePath, paired: verdicts, instructions: counted?.counts ?? [])
  }

  private func exact(
    _ suite: ExactSuite, _ baseline: GateBaseline, _ folder: URL, _ bench: Bench
  ) throws -> ExactJudgement {
    let suite = suite.withoutGone(since: baseline, bench.registry)
    let figures = try files.figures(suite, countsAllocations: allocations, in: folder, bench)
    // Last, for a folder that has a baseline and no evidence is somebody else's to the next gate.
    try baseline.write(to: folder.appendingPathComponent("baseline", isDirectory: true))
    return try ExactJudgement(baseline, figures, folder: files.baseline)
  }

  /// Nil where they were not asked for, or cannot be counted here.
  private func countInstructions(
    _ suite: ExactSuite, _ folder: URL, _ bench: Bench, _ notChecked: inout [String]
  ) throws -> InstructionJudgement? {
    guard instructions || instructionsOnly else {
      notChecked.append("instructions: no --instructions")
      return nil
    }
    if let obstacle = InstructionRun.obstacle {
      notChecked.append("instructions: \(obstacle)")
      return nil
    }
    let run = InstructionRun(
      suite, folder: folder, deadline: files.limits.deadline ?? .seconds(300),
      memoryLimitBytes: files.limits.memoryLimit.bytes)
    let judgement = try Interruptible.showingProgress { [inject, base] show in
      try await run.run(base: base, candidate: bench.path, effect: inject, onAdvance: show)
    }
    notChecked += judgement.notChecked
    return judgement
  }

  /// The strategies that deliver otherwise than in the baseline of the other build, as the committed
  /// baselines say. Baselines of other suites do not tell.
  private func changes(since other: String, _ notChecked: inout [String]) throws -> Set<String> {
    let before = try GateBaseline(folder: URL(fileURLWithPath: other, isDirectory: true))
    let after = try GateBaseline(folder: files.baselineFolder)
    do {
      return try ExactJudgement(before, after, folder: other).changedStrategies
    } catch let error as BenchError {
      notChecked.append("whether strategies deliver otherwise: \(error)")
      return []
    }
  }

  private func paired(
    _ settings: GateSettings, changed: Set<String>, in folder: URL, _ bench: Bench,
    _ notChecked: inout [String]
  ) throws -> [PairedVerdict] {
    guard let base, !exactOnly, !instructionsOnly else {
      let only = exactOnly ? "--exact-only" : instructionsOnly ? "--instructions-only" : nil
      notChecked.append(
        "the paired check: \(only.map { "left out by \($0)" } ?? "no --against BENCH")")
      return []
    }
    guard let suite = settings.paired else {
      throw BenchError.nothingToRun(
        cause: "\(files.settings) has no 'paired', and --against needs it.")
    }
    let paired = PairedSettings(
      suite: suite, isQuick: quick, base: base, candidate: bench.path,
      deliversDifferently: changed, work: .calibrated())
    let run = try PairedRun(
      paired, folder: folder, bench.registry, effect: inject, deadline: files.limits.deadline)
    return try Interruptible.showingProgress { show in try await run.run(onAdvance: show) }
  }
}
