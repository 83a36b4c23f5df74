import Foundation

@testable import BenchHarness
@testable import BenchReport

/// A saved run with figures chosen by a test.
struct SavedRunFixture {
  var time = TimeMode.real
  /// The number of requested trials per cell.
  var trials = 1
  private(set) var records: [Trial] = []

  /// Adds a trial to a cell for each of the values, numbered from `last` + 1.
  mutating func add(
    _ metric: String, _ values: [Double], strategy: String = "naive", workload: String = "uart",
    outcome: Outcome = .ok, updates: Double = 100, pass: TrialPass = .timing, after last: Int = 0
  ) {
    for (index, value) in values.enumerated() {
      let identity = Trial.ID(
        Cell(strategy, workload), number: last + index + 1, seed: 1, time: time,
        pass: pass)
      if let place = records.firstIndex(where: { $0.id == identity }) {
        records[place].values[metric] = value
      } else {
        records.append(
          Trial(
            identity, outcome: outcome, detail: "", values: [metric: value, "updates": updates]))
      }
    }
  }

  func saved(_ name: String, _ change: (inout RunHeader) -> Void = { _ in }) -> SavedRun {
    let settings = RunSettings(strategies: [], workloads: [], trials: trials)
    var header = RunHeader(settings, time: time, command: ["bench", "run"])
    header.isOptimised = true
    header.isDirty = false
    change(&header)
    return SavedRun(URL(fileURLWithPath: name), header, records)
  }
}
