import BenchHarness

struct ComparedSide {
  let label: String
  let run: SavedRun
  /// All trials except discarded ones.
  private let trials: [Cell: [Trial]]
  private let cells: [Cell: CellSummary]

  init(_ label: String, _ run: SavedRun) {
    (self.label, self.run) = (label, run)
    trials = Dictionary(grouping: run.records.filter { $0.outcome != .void }, by: \.cell)
    cells = Dictionary(uniqueKeysWithValues: run.cells.map { ($0.cell, $0) })
  }

  func common(_ other: ComparedSide) -> [CellSummary] {
    run.cells.filter { trials[$0.cell] != nil && other.trials[$0.cell] != nil }
  }

  /// The metric's values in the cell's trials, by number. A trial that was cut short counts as worse than any value. So
  /// does a latency if updates were lost: these have no latency, and losing them must not look better.
  func byTrial(_ cell: Cell, _ metric: Metric) -> [Int: Double] {
    // Metrics that are better when higher are positive, so 0 is worse than any value.
    let worst = metric.direction == .higher ? 0 : Double.infinity
    return (trials[cell] ?? []).filter { $0.pass == metric.pass }.reduce(into: [:]) {
      let isWorst = $1.outcome.isCutShort || (metric.isLatency && $1.outcome == .lost)
      $0[$1.number] = isWorst ? worst : $1.values[metric.name]
    }
  }

  func samples(_ cell: Cell, _ metric: Metric) -> [Double] {
    byTrial(cell, metric).sorted { $0.key < $1.key }.map(\.value)
  }

  /// The numbers of all trials, ascending.
  var trialNumbers: [Int] { Set(trials.values.joined().map(\.number)).sorted() }

  /// The cell's failures in words, such as "2 lost, 7 updates out of order"; nil if there were no failures.
  func failures(_ cell: Cell) -> String? {
    func updates(_ metric: Metric, _ words: String) -> String {
      let sum = (trials[cell] ?? []).compactMap { $0.values[metric] }.reduce(0, +)
      return sum > 0 ? "\(FigureText.threeDigits(sum)) updates \(words)" : ""
    }
    let all = [
      cells[cell]?.failures ?? "", updates(.outOfOrderUpdates, "out of order"),
      updates(.invalidUpdates, "refused"),
    ].filter { !$0.isEmpty }
    return all.isEmpty ? nil : all.joined(separator: ", ")
  }

  /// Options that do not change what a trial does.
  private static let freeOptions: Set = [
    "strategies", "workloads", "trials", "pin", "countsAllocations", "recordsEvents",
  ]

  func check(_ other: ComparedSide) throws {
    let time = Difference.all(run.header.origin, other.run.header.origin)
      .filter { $0.field == "time" }
    let options = Difference.all(run.header.options, other.run.header.options).filter { option in
      // The cost of a dispatch is an option in virtual time only.
      !Self.freeOptions.contains(String(option.field.prefix { $0 != "." }))
        && (option.field != "hopNanoseconds" || (option.old != nil && option.new != nil))
    }
    var differences = (time + options).map {
      "\($0.field) (\($0.old ?? "none") and \($0.new ?? "none"))"
    }
    for workload in Set(common(other).map(\.workload)).sorted() {
      if let old = updates(workload), let new = other.updates(workload), old != new {
        differences.append("number of updates of \(workload) (\(old) and \(new))")
      }
    }
    guard differences.isEmpty else {
      throw BenchError.cannotCompare(
        cause: "\(label) and \(other.label) differ in \(differences.joined(separator: ", ")). "
          + "Rerun one with the options of the other.")
    }
    guard !common(other).isEmpty else {
      let (first, second) = (run.cells.first?.strategy ?? "", other.run.cells.first?.strategy ?? "")
      throw BenchError.cannotCompare(
        cause: "\(label) and \(other.label) have no combination in common. "
          + "Run the same --strategy and --workload, or compare a strategy of each: "
          + "--strategy '\(first),\(second)'.")
    }
  }

  /// The number of updates in each finished trial; nil if it varies.
  private func updates(_ workload: String) -> Int? {
    let counts = run.records.filter {
      $0.workload == workload && $0.outcome == .ok && $0.pass == .timing
    }.compactMap { $0.values[.updates].flatMap { Int(exactly: $0.rounded()) } }
    return Set(counts).count == 1 ? counts.first : nil
  }

  var warnings: [String] {
    let header = run.header
    guard header.time == .real else { return [] }
    return [
      (!header.isOptimised, "was built without optimisation."),
      (
        header.isDirty == true,
        "had uncommitted changes, so its commit does not identify the code."
      ),
      (header.isBusy, "ran on a busy machine."),
    ].filter(\.0).map { "\(label) \($1)" }
  }

  /// Warnings about differences between the runs, apart from the program's code.
  func warnings(against other: ComparedSide) -> [String] {
    guard run.header.time == .real else { return [] }
    let fields = Difference.all(run.header, other.run.header).map(\.field)
    let differing = [
      "system", "processor", "cores", "memoryMiB", "governor", "toolchain", "isOptimised", "pin",
    ].filter { name in fields.contains { $0.hasSuffix(".\(name)") } }
    var warnings: [String] = []
    if !differing.isEmpty {
      warnings.append(
        "\(label) and \(other.label) differ in \(differing.joined(separator: ", ")), "
          + "which may explain the differences.")
    }
    if let own = run.header.work?.roundsPerNanosecond,
      let others = other.run.header.work?.roundsPerNanosecond, abs(others / own - 1) > 0.01
    {
      warnings.append(
        "Each run calibrates the work of a reload: \(other.label)'s differs from \(label)'s by "
          + "\(FigureText.change(others / own)). If both ran on one machine, rerun \(other.label) with "
          + "'\(ProgramName.text) run --calibration' and the folder of \(label).")
    }
    return warnings
  }

  func gaps(_ other: ComparedSide) -> [String] {
    [(self, other), (other, self)].compactMap { one, two in
      let own = one.run.cells.map(\.cell).filter {
        two.trials[$0] == nil && (one.trials[$0] != nil || two.cells[$0] == nil)
      }
      let more = own.count > 10 ? ["\(own.count - 10) more"] : []
      return own.isEmpty
        ? nil : "Only \(one.label) has \((own.prefix(10).map(\.text) + more).listed)."
    }
  }
}
