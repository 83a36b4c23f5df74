import BenchHarness
import Foundation

/// One of the runs that are compared.
struct ComparedSide {
  let label: String
  let run: SavedRun
  private let trials: [Cell: [Repetition: Trial]]
  private let cells: [Cell: CellSummary]

  init(_ label: String, _ run: SavedRun) {
    self.label = label
    self.run = run
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
    return MatchedTrials(cell: cell, metric: metric, old: figures(self), new: figures(other))
  }

  /// How the trials of a cell failed, in words; nil where none did.
  func failures(_ cell: CellSummary) -> String? {
    guard let own = cells[cell.cell], !own.isCorrect else { return nil }
    return own.failures
  }
}

extension ComparedSide {
  /// Refuses a run that was given other work.
  func check(_ other: ComparedSide) throws {
    let (old, new) = (run.header, other.run.header)
    var differences: [String] = []
    func compare<Value: Equatable>(_ what: String, _ old: Value?, _ new: Value?) {
      if old != new { differences.append("\(what) (\(Self.text(old)) and \(Self.text(new)))") }
    }
    compare("time", old.time.rawValue, new.time.rawValue)
    compare("seed", old.seed, new.seed)
    for (key, values) in try Self.costs(old, new) {
      compare("the view's \(key)", values.0, values.1)
    }
    if let oldHop = old.hopNanoseconds, let newHop = new.hopNanoseconds {
      compare("cost of waking a queue, ns", oldHop, newHop)
    }
    compare("view", old.view, new.view)
    compare("trace", old.trace, new.trace)
    for workload in Set(common(other).map(\.workload)).sorted() {
      guard let oldCount = updates(workload), let newCount = other.updates(workload) else {
        continue
      }
      compare("updates of \(workload)", oldCount, newCount)
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

  private static func text<Value>(_ value: Value?) -> String { value.map { "\($0)" } ?? "none" }

  /// What the view costs, by the keys of `environment.json`, where it differs.
  private static func costs(
    _ old: RunHeader, _ new: RunHeader
  ) throws -> [(String, (String?, String?))] {
    guard old.costs != new.costs else { return [] }
    let fields = try [old.costs, new.costs].map { costs in
      try JSONSerialization.jsonObject(with: JSONEncoder().encode(costs)) as? [String: Any] ?? [:]
    }
    return Set(fields[0].keys).union(fields[1].keys).sorted().map { key in
      (key, (fields[0][key].map { "\($0)" }, fields[1][key].map { "\($0)" }))
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
  /// How many rounds of work a nanosecond of the view's costs is, by the calibration of the run.
  private var work: Double? { run.header.work?.roundsPerNanosecond }

  /// What makes its figures doubtful.
  var warnings: [String] {
    guard run.header.time == .real else { return [] }
    var warnings: [String] = []
    if !run.header.isOptimised {
      warnings.append("\(label) was built without optimisation.")
    }
    if run.header.isDirty == true {
      warnings.append("\(label) had uncommitted changes: its commit does not say what ran.")
    }
    return warnings
  }

  /// What may make the other differ besides the program; nil for nothing.
  func difference(from other: ComparedSide) -> String? {
    let (old, new) = (run.header, other.run.header)
    guard old.time == .real else { return nil }
    let parts: [(String, Bool)] = [
      ("system", old.system == new.system), ("processor", old.processor == new.processor),
      ("number of cores", old.cores == new.cores), ("memory", old.memoryMiB == new.memoryMiB),
      ("governor", old.governor == new.governor), ("toolchain", old.toolchain == new.toolchain),
      ("optimisation", old.isOptimised == new.isOptimised), ("pinning", old.pin == new.pin),
    ]
    let differences = parts.filter { !$0.1 }.map(\.0)
    guard !differences.isEmpty else { return nil }
    return "\(label) and \(other.label) differ in \(differences.joined(separator: ", ")), "
      + "which may be all that their figures show."
  }

  /// That each of both counted for itself how many rounds of work a reload is, and came to another number.
  func calibration(of other: ComparedSide) -> String? {
    guard let work, let others = other.work, abs(others / work - 1) > 0.01 else { return nil }
    return
      "By its own calibration, the view of \(other.label) does \(FigureText.change(others / work)) "
      + "work against \(label)'s. On one machine, make it again with '\(ProgramName.text) run --calibration' and \(label)."
  }

  /// What only one of both has: cells, metrics, failures.
  func gaps(_ other: ComparedSide, metrics: [Metric]) -> [String] {
    func only(_ one: ComparedSide, _ two: ComparedSide) -> String? {
      let own = one.run.cells.filter { two.cells[$0.cell] == nil }.map(\.cell.text)
      return own.isEmpty ? nil : "Only \(one.label) has \(own.joined(separator: ", "))."
    }
    let measured = metrics.compactMap { metric -> String? in
      let sides = [self, other].filter { side in
        common(other).contains { side.cells[$0.cell]?.figures[metric.name] != nil }
      }
      return sides.count == 1 ? "Only \(sides[0].label) has figures of \(metric.name)." : nil
    }
    let failed = common(other).compactMap { cell -> String? in
      let (old, new) = (failures(cell), other.failures(cell))
      guard old != new else { return nil }
      return "\(cell.cell.text): in \(label) \(old ?? "all trials ended well"), "
        + "in \(other.label) \(new ?? "all did")."
    }
    return [only(self, other), only(other, self)].compactMap { $0 } + measured + failed
  }
}
