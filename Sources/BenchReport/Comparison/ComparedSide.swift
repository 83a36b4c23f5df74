import BenchHarness
import Foundation

struct ComparedSide {
  let label: String
  let run: SavedRun
  /// Without discarded trials.
  private let trials: [Cell: [Trial]]
  private let cells: [Cell: CellSummary]

  init(_ label: String, _ run: SavedRun) {
    (self.label, self.run) = (label, run)
    trials = Dictionary(grouping: run.records.filter { $0.outcome != .void }, by: \.cell)
    cells = Dictionary(uniqueKeysWithValues: run.cells.map { ($0.cell, $0) })
  }

  /// Cells with trials of both, in this run's order.
  func common(_ other: ComparedSide) -> [CellSummary] {
    run.cells.filter { trials[$0.cell] != nil && other.trials[$0.cell] != nil }
  }

  func samples(_ cell: Cell, _ metric: Metric) -> ComparedSamples.Side {
    let trials = trials[cell]?.filter { $0.pass == metric.pass } ?? []
    let (failed, whole) = (
      trials.filter(\.outcome.isCutShort), trials.filter { !$0.outcome.isCutShort }
    )
    let figures: [Int: Double] = whole.reduce(into: [:]) { $0[$1.number] = $1.values[metric.name] }
    let planned = metric.pass == .timing ? run.header.options.trials : 0
    let missing = max(planned, trials.count) - figures.count - failed.count
    let losses = Outcome.allCases.filter(\.isFailure).map { outcome in
      (outcome.rawValue, trials.count { $0.outcome == outcome })
    }
    return ComparedSamples.Side(
      figures: figures, failed: failed.count,
      losses: (losses + [("missing", missing)]).filter { $0.1 > 0 })
  }

  /// Options that do not change what a trial does.
  private static let freeOptions: Set = [
    "strategies", "workloads", "trials", "pin", "countsAllocations", "recordsEvents",
  ]

  private func otherWork(_ other: ComparedSide) -> [Difference] {
    Difference.all(run.header.options, other.run.header.options).filter { option in
      // In real time the cost of a dispatch is not an option.
      !Self.freeOptions.contains(String(option.field.prefix { $0 != "." }))
        && (option.field != "hopNanoseconds" || (option.old != nil && option.new != nil))
    }
  }

  private static func words(_ field: String) -> String {
    if field == "hopNanoseconds" { return "cost of waking a queue, ns" }
    return field.hasPrefix("costs.") ? "the view's \(field.dropFirst("costs.".count))" : field
  }

  func check(_ other: ComparedSide) throws {
    let time = Difference.all(run.header.origin, other.run.header.origin)
      .filter { $0.field == "time" }
    var differences = (time + otherWork(other)).map {
      "\(Self.words($0.field)) (\($0.old ?? "none") and \($0.new ?? "none"))"
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
      let (first, second) = (run.cells.first?.strategy ?? "", other.run.cells.first?.strategy ?? "")
      throw BenchError.cannotCompare(
        cause: "\(label) and \(other.label) have no strategy on a workload in common. "
          + "Run the same --strategy and --workload, or compare a strategy of each: "
          + "--strategy '\(first),\(second)'.")
    }
  }

  /// Updates in every finished trial; nil if that varies.
  private func updates(_ workload: String) -> Int? {
    let counts = run.records.filter {
      $0.workload == workload && $0.outcome == .ok && $0.pass == .timing
    }.compactMap { $0.values["updates"].flatMap { Int(exactly: $0.rounded()) } }
    return Set(counts).count == 1 ? counts.first : nil
  }
}

extension ComparedSide {
  var warnings: [String] {
    guard run.header.time == .real else { return [] }
    return [
      run.header.isOptimised ? nil : "\(label) was built without optimisation.",
      run.header.isDirty == true
        ? "\(label) had uncommitted changes: its commit does not say what ran." : nil,
    ].compactMap { $0 }
  }

  /// Differences besides the program.
  func warnings(against other: ComparedSide) -> [String] {
    guard run.header.time == .real else { return [] }
    let (old, new) = (run.header, other.run.header)
    let fields = Set(
      (Difference.all(old.options, new.options) + Difference.all(old.origin, new.origin))
        .map(\.field))
    let machine: KeyValuePairs = [
      "system": "system", "processor": "processor", "cores": "number of cores",
      "memoryMiB": "memory", "governor": "governor", "toolchain": "toolchain",
      "isOptimised": "optimisation", "pin": "pinning",
    ]
    let differing = machine.filter { fields.contains($0.key) }.map(\.value)
    var warnings: [String] = []
    if !differing.isEmpty {
      warnings.append(
        "\(label) and \(other.label) differ in \(differing.joined(separator: ", ")), "
          + "which may be all that their figures show.")
    }
    // Each run calibrates its own work for a reload.
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

  /// Cells, metrics and failures of only one run.
  func gaps(_ other: ComparedSide, metrics: [Metric]) -> [String] {
    let common = common(other)
    let only = [(self, other), (other, self)].compactMap { one, two -> String? in
      let own = one.run.cells.map(\.cell).filter { cell in
        two.trials[cell] == nil && (one.trials[cell] != nil || two.cells[cell] == nil)
      }.map(\.text)
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
