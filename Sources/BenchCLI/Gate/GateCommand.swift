import ArgumentParser

/// `bench gate`, which runs `check` by default. Its own options would hide those of its subcommands, so it has none.
struct GateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "gate",
    abstract: "Fails if a strategy of this bench got worse, and shows how certain that is.",
    discussion:
      "Without a subcommand, it runs 'check'; see 'bench gate check --help'.",
    subcommands: [CheckCommand.self, AcceptCommand.self, RevisionsCommand.self],
    defaultSubcommand: CheckCommand.self)
}
