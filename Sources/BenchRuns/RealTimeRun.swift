import BenchHarness
import BenchReport
import Foundation

/// Each trial runs in a child process and is recorded when it ends. Tables are rewritten after each block of the plan.
package enum RealTimeRun {
  /// The maximum number of tries of a trial whose producers are late.
  private static let attempts = 3

  package static func work(_ folder: String) throws -> ReloadWork {
    guard let work = try RunHeader.read(URL(fileURLWithPath: folder, isDirectory: true)).work else {
      throw BenchError.badResults(
        file: folder, cause: "it holds no calibration. Give a real-time run.")
    }
    return work
  }

  /// Runs the trials missing from `finished`. A crash or hang costs one trial; processes left behind are killed.
  /// - Throws: ``BenchError``; trials finished before the error are on disk.
  package static func run(
    _ settings: RunSettings, _ plans: [String: TrialPlan], into results: ResultsFolder,
    executable: String, header: RunHeader, finished: [Trial],
    onBlock: @Sendable ([Trial]) -> Void, onAdvance: @Sendable (Advance) -> Void
  ) async throws -> [Trial] {
    let (work, options) = (header.work ?? .calibrated(), settings.options)
    let done = Set(finished.compactMap(\.finishedID))
    let all = RunPlan(settings, time: .real).trials
    let trials = all.filter { !done.contains($0.id) }
    let earlier = all.count - trials.count
    let folder = try FileManager.makeTemporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let trace = folder.appending(path: "trace")
    if let data = settings.trace?.data {
      try BenchError.writing(trace.path) { try data.write(whole: trace) }
    }
    let start = ContinuousClock.now
    var records = finished
    try results.beginJournal(records)
    try results.write(records, header: header)
    do {
      for (position, trial) in trials.enumerated() {
        if let last = records.last, last.number != trial.id.number {
          try results.writeTables(records, header: header)
          onBlock(records)
        }
        onAdvance(
          Advance(
            trial.id.cell.text, done: earlier + position, of: all.count, since: start,
            earlier: earlier))
        let child = ChildProcess(
          executable: executable, deadline: deadline(plans[trial.workload.key], settings),
          memoryLimitBytes: settings.memoryLimitBytes)
        let job = TrialJob(
          trial.id, options, tracePath: settings.trace.map { _ in trace.path }, work: work,
          recordsEvents: settings.shouldRecordEvents(of: trial.id, after: records))
        if position == 0 { _ = try await child.trial(job, in: folder) }  // warm-up, not kept
        for _ in 0..<attempts {
          let record = try await child.trial(job, in: folder)
          records.append(record)
          try results.append(record)
          if record.events != nil { try results.writeEvents(records) }
          if record.outcome != .void { break }
        }
      }
    } catch {
      try? results.writeTables(records, header: header)
      throw error
    }
    try results.writeTables(records, header: header)
    return records
  }

  private static func deadline(_ plan: TrialPlan?, _ settings: RunSettings) -> Duration {
    if let deadline = settings.deadline { return deadline }
    guard var plan else { return .seconds(60) }
    plan.isOnScreen = settings.view != nil
    return plan.deadline
  }
}
