import ArgumentParser

/// A command that receives the ``Bench`` when it runs, because the argument parser cannot pass it to an initializer.
protocol BenchSubcommand: ParsableCommand {
  func run(_ bench: Bench) throws
}
