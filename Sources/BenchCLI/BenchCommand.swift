import ArgumentParser
import BenchHarness
import BenchReport
import Coalesce
import Foundation

/// The command line of the bench, for this package's executable and for those of third parties.
public enum BenchCommand {
  /// Reads the program's arguments, runs the command and exits.
  ///
  /// Call it from the main thread of a synchronous program, as its last statement: the trials of
  /// `bench run` are child processes of this same program, and turn the run loop of its main thread.
  /// - Parameters:
  ///   - strategies: what can be chosen with `--strategy`.
  ///   - workloads: what can be chosen with `--workload`.
  ///   - mutants: strategies that break a promise on purpose, which `bench verify` has to catch.
  ///   - toolkits: what can show the views in real time. The first does unless `--view` chooses another.
  ///   - adaptersElsewhere: names or globs of strategies that Scripts/bench-peers has instead, for errors.
  public static func main(
    strategies: [StrategyEntry], workloads: [Workload], mutants: [StrategyEntry] = [],
    toolkits: [ToolkitEntry] = [.headless], adaptersElsewhere: [String] = []
  ) {
    let registry = Registry(strategies, workloads, toolkits)
    Registered.entries.withLock { $0 = (registry, mutants) }
    Registered.adaptersElsewhere.withLock { $0 = adaptersElsewhere }
    ProgramName.text = URL(fileURLWithPath: ThisProgram.path).lastPathComponent
    Streams.prepare()
    // A child has what its parent was found to have, and is measured.
    if CommandLine.arguments.dropFirst().first != "child", let shortage = ResourceLimits.shortage {
      Output.note("Error: \(shortage)")
      Streams.exit(ExitCode(2))
    }
    do {
      let arguments = Array(CommandLine.arguments.dropFirst())
      guard arguments != ["--version"] else {
        Output.show("bench \(Build.version(of: ThisProgram.path))\n")
        Streams.exit(nil)
      }
      try reportingErrors { try Self.check(arguments, of: Root.self) }
      var command = try Root.parseAsRoot(arguments)
      if !(command is ChildCommand) { Interruptible.listen() }
      try command.run()
      Streams.exit(nil)
    } catch {
      Streams.exit(error)
    }
  }

  /// Looks for a word in the place of a subcommand that is none. The parser takes it for an argument of
  /// the command that is run without one, which has no arguments.
  /// - Throws: ``BenchError/unknownName(kind:name:choices:)``.
  private static func check(
    _ arguments: [String], of command: any ParsableCommand.Type
  ) throws {
    guard command.configuration.defaultSubcommand != nil, let word = arguments.first,
      !word.hasPrefix("-"), word != "help"
    else { return }
    let subcommands = command.configuration.subcommands.map { subcommand in
      (name: subcommand.configuration.commandName ?? "\(subcommand)".lowercased(), type: subcommand)
    }
    guard let next = subcommands.first(where: { $0.name == word })?.type else {
      throw BenchError.unknownName(
        kind: "command", name: word,
        choices: subcommands.filter { $0.type.configuration.shouldDisplay }.map(\.name))
    }
    try check(Array(arguments.dropFirst()), of: next)
  }
}

/// What this program was started with. Commands are made by the argument parser, which hands
/// nothing over to them.
enum Registered {
  fileprivate static let entries = Locked((registry: Registry([], []), mutants: [StrategyEntry]()))

  fileprivate static let adaptersElsewhere = Locked<[String]>([])

  /// What to say of `error`: where the strategy is that it misses, if it is in another program.
  static func words(for error: BenchError) -> String {
    guard case .unknownName(StrategyEntry.kind, let name, _) = error,
      adaptersElsewhere.withLock({ $0.contains { matchesGlob($0, name) } })
    else { return "\(error)" }
    return "There is no strategy '\(name)' in \(ProgramName.text): "
      + "it is one of the adapters in Scripts/bench-peers."
  }

  static var registry: Registry { entries.withLock { $0.registry } }
  static var strategies: [StrategyEntry] { registry.strategies }
  static var workloads: [Workload] { registry.workloads }
  static var toolkits: [ToolkitEntry] { registry.toolkits }
  /// Whether there is a real view, whose costs can be measured: the headless one is told its costs.
  static var hasViews: Bool { toolkits.contains { $0.name != ToolkitEntry.headless.name } }
  static var mutants: [StrategyEntry] { entries.withLock { $0.mutants } }
}

/// Synchronous on purpose: after the first suspension of an asynchronous main, the main queue runs
/// on a worker thread on Linux, and trials would measure something else.
struct Root: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: ProgramName.text,
    abstract: "Shows which update strategy suits which burst of updates.",
    discussion: """
      Examples:
        bench                                      the default suite, about five minutes
        bench --quick                              the same in short
        bench run --strategy throttle,source-add --workload complete-all --trials 9
        bench run --strategy throttle:interval=100ms --workload 'u*'
        bench run --trace my-app.csv --time-column "client timestamp" --time-unit s
        bench simulate                             virtual time: exact, in seconds
        bench simulate --strategy throttle:interval=4ms...300ms  what each interval trades
        bench recommend --trace my-app.csv --max-latency 100ms --max-main-busy 30%
        swift build | bench record -o build.csv    when each line came, for --trace
        bench verify                               which promises each strategy keeps
        bench gate                                 whether anything got worse than the baseline

      Exit codes: 0 done; 1 a strategy crashed, hung, lost an update, broke a promise or got worse, or
      nothing meets the goals; 2 the command could not do its work; 3 inconclusive; 64 an option or a
      file that was given is wrong; 130 and 143 interrupted.
      """, version: Build.versionNumber,
    subcommands: [
      Run.self, Simulate.self, RecommendCommand.self, RecordCommand.self,
      Verify.self, GateCommand.self, CompareCommand.self, ExportCommand.self, MergeCommand.self,
      List.self,
    ] + (Registered.hasViews ? [CalibrateCommand.self] : []) + [ChildCommand.self],
    defaultSubcommand: Run.self)
}
