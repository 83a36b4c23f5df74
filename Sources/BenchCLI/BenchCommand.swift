import ArgumentParser
import BenchHarness
import BenchReport
import BenchRuns
import Foundation

/// The command line of the bench, for this package's executable and for those of third parties.
public enum BenchCommand {
  /// Reads the program's arguments, runs the command and exits.
  ///
  /// Call it from the main thread of a synchronous program, as its last statement: each trial of
  /// `bench run` is a child process that runs this same program, and needs the run loop of the main thread.
  /// - Parameters:
  ///   - strategies: the choices for `--strategy`.
  ///   - workloads: the choices for `--workload`.
  ///   - toolkits: the choices for `--view`, each a way to show views in real time; the first one is the default.
  ///   - adaptersElsewhere: names or globs of strategies that only Scripts/bench-peers has; error messages refer to it.
  public static func main(
    strategies: [StrategyEntry], workloads: [Workload], toolkits: [ToolkitEntry] = [.headless],
    adaptersElsewhere: [String] = []
  ) {
    let path = Bundle.main.executablePath ?? URL(fileURLWithPath: CommandLine.arguments[0]).path
    let bench = Bench(
      registry: Registry(strategies, workloads, toolkits), adaptersElsewhere: adaptersElsewhere,
      path: path)
    ProgramName.text = URL(fileURLWithPath: path).lastPathComponent
    ParserTexts.registry = bench.registry
    Streams.prepare()
    var failure: (any Error)?
    do {
      try run(Array(CommandLine.arguments.dropFirst()), bench)
    } catch {
      failure = error
    }
    Streams.exit(failure)
  }

  /// Runs the command. Turns a ``BenchError`` into an exit code, with a line on stderr unless it is an interruption.
  private static func run(_ arguments: [String], _ bench: Bench) throws {
    guard arguments != ["--version"] else {
      return Output.show("bench \(Machine.version(of: bench.path))\n")
    }
    do {
      try check(arguments, of: Root.self)
      var command = try Root.parseAsRoot(arguments)
      if !(command is ChildCommand) { Interruptible.listen() }
      guard let own = command as? any BenchSubcommand else { return try command.run() }
      try own.run(bench)
    } catch BenchError.interrupted(let signal) {
      throw ExitCode(128 + signal)
    } catch let error as BenchError {
      Output.note("Error: \(bench.words(for: error))")
      throw ExitCode(error.isUsage ? 64 : 2)
    }
  }

  /// Refuses an unknown subcommand, which the parser would report as an unexpected argument.
  private static func check(_ arguments: [String], of command: any ParsableCommand.Type) throws {
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
