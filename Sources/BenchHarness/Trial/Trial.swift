import BenchMath

/// One trial: what was run, how it ended, its figures.
@dynamicMemberLookup
package struct Trial: Sendable {
  package var id: ID
  private var ending: Ending

  package struct Ending: Codable, Sendable {
    package var outcome: Outcome
    /// The reason for the outcome in one line; empty for `ok`.
    package var detail: String
    /// Whether the registry entry of the strategy declares this outcome, so that the run does not fail.
    package var isExpected: Bool?
    /// By metric name, without those that could not be measured.
    package var values: [String: Double]
    /// To three significant digits, ascending; empty if the trial was read from a table.
    package var latencies: [LatencyCount] = []
    package var events: [TrialEvent]?
  }

  package init(_ id: ID, outcome: Outcome, detail: String, values: [String: Double] = [:]) {
    self.id = id
    ending = Ending(outcome: outcome, detail: detail, values: values)
  }

  init(
    _ id: ID, analysis: TrialAnalysis, stage: TrialStage, expectsDeliveries: Bool,
    recordsEvents: Bool = false, only chosen: [Metric]? = nil
  ) {
    self.init(id, outcome: .ok, detail: "")
    if recordsEvents { ending.events = TrialEvent.events(analysis.log) }
    let metrics = chosen ?? (id.pass == .timing ? .standard : .allocations + .correctness)
    for metric in metrics {
      if let value = metric.value(analysis), value.isFinite { ending.values[metric.name] = value }
    }
    if id.pass == .timing, chosen == nil {
      ending.latencies = LatencyCount.counts(analysis.latencies)
    }
    guard expectsDeliveries else {
      ending.values["lost_updates"] = nil
      return
    }
    if analysis.lost > 0 {
      ending.outcome = .lost
      ending.detail = "\(analysis.lost) of \(analysis.submitted) updates were never shown"
      if stage.isKnownToLose {
        ending.isExpected = true
        ending.detail += " (as its registry entry says)"
      }
    } else if !stage.viewsEqualModel() {
      ending.outcome = .wrongView
      ending.detail = "the view differs from the model at the end"
    } else if id.pass == .timing, let lateness = analysis.voidingLateness {
      ending.outcome = .void
      let late = FigureText.threeDigits(Double(lateness) / 1e6)
      ending.detail = "updates were sent \(late) ms late at p99"
    }
  }

  package subscript<Value>(dynamicMember path: WritableKeyPath<ID, Value>) -> Value {
    get { id[keyPath: path] }
    set { id[keyPath: path] = newValue }
  }

  package subscript<Value>(dynamicMember path: WritableKeyPath<Ending, Value>) -> Value {
    get { ending[keyPath: path] }
    set { ending[keyPath: path] = newValue }
  }

  package var cell: Cell { id.cell }

  /// Nil for a discarded trial, which its run repeats.
  package var finishedID: ID? { ending.outcome == .void ? nil : id }
}

extension Trial {
  package struct ID: Codable, Sendable, Hashable {
    package var strategy: String
    package var workload: String
    /// From 1.
    package var number: Int
    package var seed: UInt64
    package var time: TimeMode
    package var pass: TrialPass
    /// Only in a comparison of two builds.
    package var place: TrialPlace?

    package init(
      _ cell: Cell, number: Int, seed: UInt64, time: TimeMode, pass: TrialPass = .timing
    ) {
      strategy = cell.strategy
      workload = cell.workload
      (self.number, self.seed) = (number, seed)
      (self.time, self.pass) = (time, pass)
    }

    private enum CodingKeys: String, CodingKey {
      case strategy, workload, number = "trial", seed, time, pass, place
    }

    package var cell: Cell { Cell(strategy, workload) }
  }
}

package enum TrialPass: String, Codable, Sendable {
  /// Everything but allocations, on the system's allocator.
  case timing
  /// Allocations alone: the allocator that counts them changes what is timed.
  case allocations
}

package enum TimeMode: String, Codable, Sendable {
  case real
  case virtual
}

// All fields are side by side in JSON.
extension Trial: Codable {
  package init(from decoder: any Decoder) throws {
    id = try ID(from: decoder)
    ending = try Ending(from: decoder)
  }

  package func encode(to encoder: any Encoder) throws {
    try id.encode(to: encoder)
    try ending.encode(to: encoder)
  }
}
