import BenchHarness

/// What is verified, and how thoroughly.
package struct VerificationSettings: Sendable {
  /// The strategies that ought to keep their promises.
  package var strategies: [Selection<StrategyEntry>]
  /// Those that are there to be caught.
  package var mutants: [Selection<StrategyEntry>]
  /// The seeds of schedules and of real-time rounds; one or more.
  package var seeds: [UInt64]
  /// How many schedules are played for each check and seed.
  package var schedules: Int
  /// The times in which it is looked.
  package var times: Set<TimeMode>
  /// How much memory a strategy's process may take, in bytes.
  package var memoryLimitBytes: UInt64
  /// How long a stage may go without progress before it counts as hung; nil for 10 s.
  package var deadline: Duration?

  /// How many schedules are played where nobody says otherwise.
  package static let defaultSchedules = 300

  /// Makes settings.
  package init(
    strategies: [Selection<StrategyEntry>], mutants: [Selection<StrategyEntry>] = [],
    seeds: [UInt64] = [1], schedules: Int = defaultSchedules,
    times: Set<TimeMode> = [.virtual, .real],
    memoryLimitBytes: UInt64 = 4 << 30, deadline: Duration? = nil
  ) {
    self.strategies = strategies
    self.mutants = mutants
    self.seeds = seeds
    self.schedules = schedules
    self.times = times
    self.memoryLimitBytes = memoryLimitBytes
    self.deadline = deadline
  }
}
