import BenchMath

@dynamicMemberLookup
package struct Trial: Sendable {
  package var id: ID
  package var outcome: Outcome
  /// The reason for the outcome in one line; empty for `ok`.
  package var detail: String
  /// Whether the strategy's registry entry declares this outcome, which then does not make the run fail.
  package var isExpected: Bool?
  /// The values by metric name; metrics that could not be measured are missing.
  package var values: [String: Double]
  /// Latencies to three significant digits, ascending; empty if they were not measured or not saved.
  package var latencies: [LatencyCount] = []
  package var events: [TrialEvent]?

  package init(_ id: ID, outcome: Outcome, detail: String, values: [String: Double] = [:]) {
    self.id = id
    self.outcome = outcome
    self.detail = detail
    self.values = values
  }

  init(
    _ id: ID, analysis: TrialAnalysis, stage: TrialStage, recordsEvents: Bool = false,
    only chosen: [Metric]? = nil
  ) {
    self.init(id, outcome: .ok, detail: "")
    if recordsEvents { events = TrialEvent.events(analysis.log) }
    measure(analysis, only: chosen)
    guard analysis.log.deliveryKind != .none else {
      values[.lostUpdates] = nil
      return
    }
    if analysis.lost > 0 {
      outcome = .lost
      detail = "updates never shown: \(analysis.lost) of \(analysis.submitted)"
      if stage.isKnownToLose {
        isExpected = true
        detail += " (declared in the strategy's registry entry)"
      }
    } else if !stage.viewsEqualModel() {
      outcome = .wrongView
      detail = "the view differs from the model at the end"
    } else if id.pass == .timing, let lateness = analysis.voidingLateness {
      outcome = .void
      let late = FigureText.threeDigits(Double(lateness) / 1e6)
      detail = "updates were sent \(late) ms late at p99"
    }
  }

  mutating func measure(_ analysis: TrialAnalysis, only chosen: [Metric]?) {
    let metrics = chosen ?? (id.pass == .timing ? .standard : .allocations + .correctness)
    for metric in metrics {
      if let value = metric.value(analysis), value.isFinite { values[metric] = value }
    }
    if id.pass == .timing, chosen == nil {
      latencies = LatencyCount.counts(analysis.pooledLatencies)
    }
  }

  package subscript<Value>(dynamicMember path: WritableKeyPath<ID, Value>) -> Value {
    get { id[keyPath: path] }
    set { id[keyPath: path] = newValue }
  }

  package var cell: Cell { id.cell }

  /// The trial's ID; nil if the trial was discarded.
  package var finishedID: ID? { outcome == .void ? nil : id }
}

extension Trial {
  package struct ID: Codable, Sendable, Hashable {
    package var strategy: String
    package var workload: String
    package var number: Int
    package var seed: UInt64
    package var time: TimeMode
    package var pass: TrialPass
    /// Set only in a comparison of two builds.
    package var place: TrialPlace?

    package init(
      _ cell: Cell, number: Int, seed: UInt64, time: TimeMode, pass: TrialPass = .timing
    ) {
      strategy = cell.strategy
      workload = cell.workload
      self.number = number
      self.seed = seed
      self.time = time
      self.pass = pass
    }

    private enum CodingKeys: String, CodingKey {
      case strategy, workload, number = "trial", seed, time, pass, place
    }

    package var cell: Cell { Cell(strategy, workload) }
  }
}

package enum TrialPass: String, Codable, Sendable {
  /// Measures everything but allocations, with the system's allocator.
  case timing
  /// Measures allocations but no times, which the counting allocator would distort.
  case allocations
}

package enum TimeMode: String, Codable, Sendable {
  case real
  case virtual
}

// In JSON, the fields of `id` are not nested, but stored beside the others.
extension Trial: Codable {
  private enum Keys: String, CodingKey {
    case outcome, detail, isExpected, values, latencies, events
  }

  package init(from decoder: any Decoder) throws {
    let keys = try decoder.container(keyedBy: Keys.self)
    self.init(
      try ID(from: decoder), outcome: try keys.decode(Outcome.self, forKey: .outcome),
      detail: try keys.decode(String.self, forKey: .detail),
      values: try keys.decode([String: Double].self, forKey: .values))
    isExpected = try keys.decodeIfPresent(Bool.self, forKey: .isExpected)
    latencies = try keys.decode([LatencyCount].self, forKey: .latencies)
    events = try keys.decodeIfPresent([TrialEvent].self, forKey: .events)
  }

  package func encode(to encoder: any Encoder) throws {
    try id.encode(to: encoder)
    var keys = encoder.container(keyedBy: Keys.self)
    try keys.encode(outcome, forKey: .outcome)
    try keys.encode(detail, forKey: .detail)
    try keys.encodeIfPresent(isExpected, forKey: .isExpected)
    try keys.encode(values, forKey: .values)
    try keys.encode(latencies, forKey: .latencies)
    try keys.encodeIfPresent(events, forKey: .events)
  }
}
