import BenchTestSupport
import Testing

@testable import BenchHarness
@testable import BenchReport

/// Measured figures of a strategy, for tests of recommendations.
struct Figures {
  var longest = 10.0
  var mean = 5.0
  /// The share of main-thread time, on the whole and while active.
  var busy = 0.1
  /// The share of the busiest second; ``busy`` if it is nil.
  var busiest: Double?
  var late = 0.0
  var hitches = 0.0
  /// Nil without motion.
  var pictures: Double?
  /// The 95th percentile of latency; nil if there are not enough updates for one.
  var p95: Double?
  /// In milliseconds; decides if the other figures are about equal.
  var cost = 100.0
  var outcome = Outcome.ok
  /// The 99th percentile; nil if there are not enough updates for one.
  var percentile: Double?
  var updates = 200.0
  var deliveries = 40.0

  func record(_ strategy: String, on workload: String) -> Trial {
    var record = Trial(
      Trial.ID(Cell(strategy, workload), number: 1, seed: 1, time: .virtual), outcome: outcome,
      detail: "")
    record.values = [
      "latency_max_ms": longest, "latency_mean_ms": mean, "main_busy_share": busy,
      "main_busy_active_share": busy, "main_busy_peak_share": busiest ?? busy,
      "late_share": late, "hitch_ratio_ms_per_s": hitches, "deliveries_per_s": 20,
      "deliveries": deliveries, "updates": updates, "cost_ms": cost,
    ]
    record.values["latency_p99_ms"] = percentile
    record.values["latency_p95_ms"] = p95
    record.values["pictures_per_s"] = pictures
    return record
  }
}

extension Recommendation {
  /// A recommendation among strategies of the registry, on `workloads`; `now`, the present one, is not proposed.
  static func among(
    _ found: [(strategy: String, figures: [Figures])], on workloads: [String] = ["uart"],
    now: (strategy: String, figures: [Figures])? = nil, _ question: Question = Question()
  ) throws -> Recommendation {
    var question = question
    question.now = now?.strategy
    var options = RunOptions()
    options.workloads = workloads
    let all = found + [now].compactMap { $0 }
    let cells = all.map { strategy, figures in
      zip(workloads, figures).map { CellSummary(exact: $1.record(strategy, on: $0)) }
    }
    let candidates = try zip(all, cells).map { one, cells in
      Candidate(try .strategy(one.strategy), cells, question)
    }
    return Recommendation(
      Recommendation.Found(
        question: question, options: options, noun: "recordings", candidates: candidates,
        tried: found.map(\.strategy)))
  }

  static func among(
    _ found: [(strategy: String, figures: Figures)],
    now: (strategy: String, figures: Figures)? = nil,
    _ question: Question = Question()
  ) throws -> Recommendation {
    try among(
      found.map { ($0.strategy, [$0.figures]) }, now: now.map { ($0.strategy, [$0.figures]) },
      question)
  }

  var text: String { sentences.joined(separator: " ") }
}
