import BenchHarness
import BenchReport
import Foundation

extension Recommendation {
  /// Answers `question` from what a search found, after simulating how long each setting lets a lone update wait.
  package init(
    answering question: Question, _ found: Found, _ options: RunOptions, hop: Duration,
    noun: String
  ) {
    func completed(_ candidate: Candidate) -> Candidate {
      var candidate = candidate
      candidate.update = question.update
      if candidate.selection.entry.name != StrategyEntry.recorded.name {
        candidate.loneLatency = Self.loneLatency(
          of: candidate.selection, costs: options.costs, hop: hop)
      }
      return candidate
    }
    self.init(
      Found(
        candidates: found.candidates.map(completed), tried: found.tried,
        now: found.now.map(completed)),
      question, options, hop: hop, noun: noun)
  }

  /// Answers from all parts of a recommendation that several machines made.
  package init(merging folders: [URL], _ strategies: [StrategyEntry]) throws {
    let parts = try folders.map(RecommendationPart.read)
    let (first, found) = try RecommendationPart.joined(parts, of: folders, strategies)
    self.init(
      answering: first.question, found, first.options,
      hop: .nanoseconds(Int64(first.options.hopNanoseconds ?? 0)), noun: first.noun)
  }

  /// The latency of a lone update, in ms; 0 if it is never shown.
  private static func loneLatency(
    of selection: Selection<StrategyEntry>, costs: CostModel, hop: Duration
  ) -> Double {
    var updates = PlannedUpdates()
    updates.append(atNanoseconds: 0, row: 0)
    let plan = Trace(updates).plan(costs: costs)
    let id = Trial.ID(Cell(selection.key, "lone"), number: 1, seed: 1, time: .virtual)
    let trial = VirtualTrial.record(
      id, plan: plan, strategy: selection, hop: hop, only: [.latencyMax])
    return trial.values[.latencyMax] ?? 0
  }
}
