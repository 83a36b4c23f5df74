import Foundation
import Harness
import Runs

/// Runs what is compared for equality: the suite in virtual time in a child process, and a trial of
/// its own for each cell that counts allocations.
struct ExactHalf: Sendable {
  let suite: ExactSuite
  let strategies: [StrategyEntry]
  let workloads: [Workload]
  /// The program whose hidden commands run the children: this one.
  let executable: String
  /// Where requests and records lie; kept as evidence.
  let folder: URL
  /// When virtual time, or a trial, is ended.
  let deadline: Duration
  /// How much memory each child may take.
  let memoryLimitBytes: UInt64

  /// What the allocation pass finds.
  static let allocationMetric = "allocations_per_update"

  /// - Throws: ``HarnessError``; a crash or hang names its cell.
  func figures() async throws -> ExactTable {
    let expected = try suite.runs(strategies: strategies, workloads: workloads)
      .flatMap { try cells($0) }
    let request = folder.appendingPathComponent("exact-request.json")
    let journal = RunJournal(file: folder.appendingPathComponent("exact-records.jsonl"))
    let child = ChildProcess(
      executable: executable, deadline: deadline, memoryLimitBytes: memoryLimitBytes)
    let ending = try await child.run(
      .exact, ExactRequest(suite: suite, parent: getpid()), request: request,
      response: journal.url)
    let records = (try? journal.read()) ?? []
    var table = ExactTable(metrics: suite.metrics)
    records.forEach { table.add($0, places: 6) }
    guard case .status(.exited(0)) = ending, records.count == expected.count else {
      let culprit = records.count < expected.count ? expected[records.count] : nil
      throw HarnessError.cannotCheck(
        what: culprit.map { "\($0.strategy) on \($0.workload)" } ?? "virtual time",
        cause: "the process \(words(ending)).")
    }
    return table
  }

  /// The trials that count allocations; `onCell` is told each of them before it runs.
  /// - Throws: ``HarnessError``; a crash or hang names its cell.
  func allocations(
    _ suite: AllocationSuite,
    onCell: @Sendable (_ name: String, _ done: Int, _ total: Int) -> Void
  ) async throws -> ExactTable {
    let settings = try suite.run(strategies: strategies, workloads: workloads)
    let trials = RunPlan(settings, time: .real).trials.filter { $0.identity.pass == .allocations }
    let child = ChildTrial(
      executable: executable, folder: folder, deadline: deadline,
      memoryLimitBytes: memoryLimitBytes)
    var table = ExactTable(metrics: [Self.allocationMetric])
    for (done, trial) in trials.enumerated() {
      let name = "\(trial.strategy.key) on \(trial.workload.key)"
      onCell(name, done, trials.count)
      let record = try await child.run(
        TrialRequest(
          identity: trial.identity, costs: settings.costs, traceOptions: TraceOptions(),
          work: ReloadWork(roundsPerNanosecond: 1), pin: settings.pin, parent: getpid()))
      guard record.outcome.isVerdict else {
        throw HarnessError.cannotCheck(
          what: "\(name), counting allocations",
          cause: "the trial \(record.outcome.rawValue), \(record.detail).")
      }
      guard record.outcome != .ok || record.values[Self.allocationMetric] != nil else {
        throw HarnessError.cannotCheck(
          what: "\(name), counting allocations",
          cause: "jemalloc counted nothing. Mend it, or leave it out with --no-allocations.")
      }
      table.add(record, places: 1)
    }
    return table
  }

  private func cells(_ settings: RunSettings) throws -> [TrialIdentity] {
    RunPlan(settings, time: .virtual).trials.map(\.identity)
  }

  private func words(_ ending: ChildProcess.Ending) -> String {
    switch ending {
    case .deadline: "hung and was ended after \(deadline.text)"
    case .memory: "took more than \(memoryLimitBytes >> 20) MiB of memory and was ended"
    case .status: ending.words ?? "ended too early"
    }
  }
}

extension Outcome {
  /// Whether the trial came to its end, well or not, and so says something of the strategy.
  fileprivate var isVerdict: Bool {
    switch self {
    case .ok, .lost, .wrongView, .leftRunning: true
    case .crashed, .hung, .overMemory, .void: false
    }
  }
}
