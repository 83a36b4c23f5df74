/// What is verified, and how thoroughly.
public struct VerificationSettings: Sendable {
  /// The strategies that ought to keep their promises.
  public var strategies: [Selection<StrategyEntry>]
  /// Those that are there to be caught.
  public var mutants: [Selection<StrategyEntry>]
  /// The seeds of schedules and of real-time rounds; one or more.
  public var seeds: [UInt64]
  /// How many schedules are played for each property and seed.
  public var schedules: Int
  /// Whether nothing is done in real time.
  public var virtualOnly: Bool
  /// How much memory a strategy's process may take, in bytes.
  public var memoryLimitBytes: UInt64
  /// How long one stage may take before it counts as hung; nil for many times what a correct
  /// strategy takes in a debug build.
  public var deadline: Duration?

  /// How many schedules are played where nobody says otherwise.
  public static let defaultSchedules = 300

  /// Makes settings.
  public init(
    strategies: [Selection<StrategyEntry>], mutants: [Selection<StrategyEntry>] = [],
    seeds: [UInt64] = [1], schedules: Int = defaultSchedules, virtualOnly: Bool = false,
    memoryLimitBytes: UInt64 = 4 << 30, deadline: Duration? = nil
  ) {
    self.strategies = strategies
    self.mutants = mutants
    self.seeds = seeds
    self.schedules = schedules
    self.virtualOnly = virtualOnly
    self.memoryLimitBytes = memoryLimitBytes
    self.deadline = deadline
  }

  /// How long one stage may take.
  var patience: Duration {
    deadline ?? .seconds(15) + .milliseconds(20) * schedules * seeds.count
  }
}

/// What a verification tells while it goes on.
public enum VerificationEvent: Sendable {
  /// A strategy's turn; how many are done, and how many there are.
  case began(strategy: String, done: Int, total: Int)
}
