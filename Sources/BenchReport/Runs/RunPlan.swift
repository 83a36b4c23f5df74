import BenchHarness
import BenchMath

/// The order in which the trials of a run are made.
///
/// Block by block: a block holds every cell once, shuffled, so that every strategy sees the same
/// drift of the machine. All trials of a run have the seed of the run, so that all strategies see
/// the same arrivals. The allocation pass, if there is one, is a block of its own at the end.
package struct RunPlan {
  package struct Trial {
    package let identity: TrialIdentity
    package let strategy: Selection<StrategyEntry>
    package let workload: Selection<Workload>
  }

  package let trials: [Trial]

  package init(_ settings: RunSettings, time: TimeMode) {
    var generator = SeededGenerator(seed: settings.seed)
    func block(_ number: Int, _ pass: TrialPass) -> [Trial] {
      let workloads = settings.shard?.part(of: settings.workloads) ?? settings.workloads
      let cells = workloads.flatMap { workload in
        settings.strategies.map { strategy in
          Trial(
            identity: TrialIdentity(
              strategy: strategy.key, workload: workload.key, trial: number, seed: settings.seed,
              time: time, pass: pass),
            strategy: strategy, workload: workload)
        }
      }
      return time == .real ? cells.shuffled(using: &generator) : cells
    }
    let timing = (1...settings.trials).flatMap { block($0, .timing) }
    trials = timing + (settings.countsAllocations ? block(1, .allocations) : [])
  }
}

/// One part of a run that is split over machines: every so-manieth workload, with all strategies, so
/// that what is compared ran on one machine.
package struct Shard: Codable, Sendable, Equatable {
  /// Which part, from 1.
  package let number: Int
  /// How many parts there are.
  package let count: Int

  /// Part `number` of `count`; nil unless 1 ≤ number ≤ count ≤ 10 000.
  package init?(_ number: Int, of count: Int) {
    guard number >= 1, number <= count, count <= 10_000 else { return nil }
    self.number = number
    self.count = count
  }

  package init(from decoder: any Decoder) throws {
    let keys = try decoder.container(keyedBy: CodingKeys.self)
    let (number, count) = (
      try keys.decode(Int.self, forKey: .number), try keys.decode(Int.self, forKey: .count)
    )
    guard let shard = Shard(number, of: count) else {
      throw DecodingError.dataCorruptedError(
        forKey: .count, in: keys, debugDescription: "there is no part \(number)/\(count)")
    }
    self = shard
  }

  /// Its part of `items`, in their order.
  func part<Item>(of items: [Item]) -> [Item] {
    items.enumerated().filter { $0.offset % count == number - 1 }.map(\.element)
  }
}

extension Shard: CustomStringConvertible {
  /// As in 2/4.
  package var description: String { "\(number)/\(count)" }
}
