import BenchHarness
import BenchReport
import Foundation

extension Recommendation {
  /// Answers from what a search found, after simulating how long each setting lets a lone update wait.
  init(completing found: Found) {
    var found = found
    for place in found.candidates.indices {
      found.candidates[place].loneLatency = Self.loneLatency(
        of: found.candidates[place].selection, found.options)
    }
    self.init(found)
  }

  /// Answers from all parts of a recommendation that several machines made.
  package init(merging folders: [URL], _ strategies: [StrategyEntry]) throws {
    let parts = try folders.map(RecommendationPart.read)
    self.init(completing: try RecommendationPart.joined(parts, of: folders, strategies))
  }

  /// The latency of a lone update, in ms; 0 if it is never shown.
  private static func loneLatency(
    of selection: Selection<StrategyEntry>, _ options: RunOptions
  ) -> Double {
    var updates = PlannedUpdates()
    updates.append(atNanoseconds: 0, row: 0)
    let plan = Trace(updates).plan(costs: options.costs)
    let id = Trial.ID(Cell(selection.key, "lone"), number: 1, seed: 1, time: .virtual)
    let trial = VirtualTrial.record(
      id, plan: plan, strategy: selection,
      hop: .nanoseconds(Int64(options.hopNanoseconds ?? 0)), only: [.latencyMax])
    return trial.values[.latencyMax] ?? 0
  }
}
