import BenchHarness
import Foundation

/// One of the runs that are compared.
struct ComparedSide {
  let label: String
  let run: SavedRun
  private let trials: [Cell: [Repetition: Trial]]
  private let cells: [Cell: CellSummary]

  init(_ label: String, _ run: SavedRun) {
    (self.label, self.run) = (label, run)
    trials = Dictionary(grouping: run.records.filter { $0.outcome != .void }, by: \.cell)
      .mapValues { records in
        records.reduce(into: [:]) { $0[Repetition(pass: $1.pass, trial: $1.number)] = $1 }
      }
    cells = Dictionary(uniqueKeysWithValues: run.cells.map { ($0.cell, $0) })
  }

  /// The cells that both have, in this one's order.
  func common(_ other: ComparedSide) -> [CellSummary] {
    run.cells.filter { other.cells[$0.cell] != nil }
  }

  /// The figures of both, trial by trial.
  func matched(_ cell: CellSummary, _ metric: Metric, with other: ComparedSide) -> MatchedTrials {
    func figures(_ side: ComparedSide) -> [Repetition: Double] {
      side.trials[cell.cell]?.compactMapValues { $0.values[metric.name] } ?? [:]
    }
    return MatchedTrials(cell: cell.cell, metric: metric, old: figures(self), new: figures(other))
  }

  /// The fields of the headers in which both differ, by name.
  private func differences(_ other: ComparedSide) -> [String: Difference] {
    let (old, new) = (run.header, other.run.header)
    let all = Difference.all(old.options, new.options) + Difference.all(old.origin, new.origin)
    return Dictionary(all.map { ($0.field, $0) }) { first, _ in first }
  }

  /// Options of a run that may differ without making its trials other work.
  private static let freeOptions: Set = [
    "strategies", "workloads", "trials", "pin", "countsAllocations", "recordsEvents", "shard",
    "effect",
  ]

  /// Refuses a run that was given other work.
  func check(_ other: ComparedSide) throws {
    let fields = differences(other)
    let costs = fields.keys.filter { $0.hasPrefix("costs.") }.sorted().map {
      (field: $0, words: "the view's " + $0.dropFirst("costs.".count))
    }
    let work =
      [("time", "time"), ("seed", "seed")] + costs
      + [
        ("hopNanoseconds", "cost of waking a queue, ns"), ("view", "view"), ("trace", "trace"),
      ]
    let known = Set(work.map(\.field))
    let further = Difference.all(run.header.options, other.run.header.options).map(\.field)
      .filter { field in
        let root = String(field.prefix { $0 != "." })
        return !known.contains(field) && !Self.freeOptions.contains(root)
      }
      .map { (field: $0, words: $0) }
    var differences = (work + further).compactMap { field, words -> String? in
      guard let found = fields[field] else { return nil }
      // In real time nobody chose that cost.
      guard field != "hopNanoseconds" || found.old != nil && found.new != nil else { return nil }
      return "\(words) (\(found.old ?? "none") and \(found.new ?? "none"))"
    }
    for workload in Set(common(other).map(\.workload)).sorted() {
      guard let old = updates(workload), let new = other.updates(workload), old != new else {
        continue
      }
      differences.append("updates of \(workload) (\(old) and \(new))")
    }
    guard differences.isEmpty else {
      throw BenchError.cannotCompare(
        cause: "\(label) and \(other.label) differ in \(differences.joined(separator: ", ")). "
          + "Make one of them again with the options of the other.")
    }
    guard !common(other).isEmpty else {
      throw BenchError.cannotCompare(
        cause: "\(label) and \(other.label) have no strategy on a workload in common. "
          + "Run the same --strategy and --workload.")
    }
  }

  /// How many updates a workload has in every trial that came to its end; nil where that varies.
  private func updates(_ workload: String) -> Int? {
    let counts = run.records.filter {
      $0.workload == workload && $0.outcome == .ok && $0.pass == .timing
    }.compactMap { $0.values["updates"].flatMap { Int(exactly: $0.rounded()) } }
    return Set(counts).count == 1 ? counts.first : nil
  }
}

extension ComparedSide {
  /// What makes its figures doubtful.
  var warnings: [String] {
    guard run.header.time == .real else { return [] }
    return [
      run.header.isOptimised ? nil : "\(label) was built without optimisation.",
      run.header.isDirty == true
        ? "\(label) had uncommitted changes: its commit does not say what ran." : nil,
    ].compactMap { $0 }
  }

  /// What may make the other differ besides the program.
  func warnings(against other: ComparedSide) -> [String] {
    guard run.header.time == .real else { return [] }
    let fields = differences(other)
    let machine: KeyValuePairs = [
      "system": "system", "processor": "processor", "cores": "number of cores",
      "memoryMiB": "memory", "governor": "governor", "toolchain": "toolchain",
      "isOptimised": "optimisation", "pin": "pinning",
    ]
    let differing = machine.filter { fields[$0.key] != nil }.map(\.value)
    var warnings: [String] = []
    if !differing.isEmpty {
      warnings.append(
        "\(label) and \(other.label) differ in \(differing.joined(separator: ", ")), "
          + "which may be all that their figures show.")
    }
    // Each counted for itself how many rounds of work a reload is.
    if let own = run.header.work?.roundsPerNanosecond,
      let others = other.run.header.work?.roundsPerNanosecond, abs(others / own - 1) > 0.01
    {
      warnings.append(
        "By its own calibration, the view of \(other.label) does \(FigureText.change(others / own)) "
          + "work against \(label)'s. On one machine, make it again with "
          + "'\(ProgramName.text) run --calibration' and \(label).")
    }
    return warnings
  }

  /// What only one of both has: cells, metrics, failures.
  func gaps(_ other: ComparedSide, metrics: [Metric]) -> [String] {
    let common = common(other)
    let only = [(self, other), (other, self)].compactMap { one, two -> String? in
      let own = one.run.cells.filter { two.cells[$0.cell] == nil }.map(\.cell.text)
      return own.isEmpty ? nil : "Only \(one.label) has \(own.joined(separator: ", "))."
    }
    let measured = metrics.compactMap { metric -> String? in
      let sides = [self, other].filter { side in
        common.contains { side.cells[$0.cell]?.figures[metric.name] != nil }
      }
      return sides.count == 1 ? "Only \(sides[0].label) has figures of \(metric.name)." : nil
    }
    func failures(_ side: ComparedSide, _ cell: Cell) -> String? {
      side.cells[cell].flatMap { $0.isCorrect ? nil : $0.failures }
    }
    let failed = common.map(\.cell).compactMap { cell -> String? in
      let (old, new) = (failures(self, cell), failures(other, cell))
      guard old != new else { return nil }
      return "\(cell.text): in \(label) \(old ?? "all trials ended well"), "
        + "in \(other.label) \(new ?? "all did")."
    }
    return only + measured + failed
  }
}
