import Foundation
import Strategies

/// Runs trials in real time, each as a child process, and writes results after every one.
public struct RealTimeRun: Sendable {
  private let settings: RunSettings
  private let results: ResultsFolder
  private let executable: String

  /// - Parameters:
  ///   - executable: the program whose hidden `trial` command runs a trial: this one.
  /// - Throws: ``HarnessError`` if the settings make no run.
  public init(_ settings: RunSettings, results: ResultsFolder, executable: String) throws {
    self.settings = settings
    self.results = results
    self.executable = executable
  }

  /// Runs everything; a trial that crashes, hangs or loses updates costs that trial only.
  /// - Throws: ``HarnessError``; what was finished is on disk by then.
  public func run(
    environment: RunEnvironment, onEvent: @Sendable (RunEvent) -> Void
  ) async throws -> [TrialRecord] {
    let plans = try settings.plans()
    let trials = RunPlan(settings, time: .real, shuffles: true).trials
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("coalesce-\(UUID().uuidString)")
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    } catch {
      throw HarnessError.cannotWrite(path: folder.path, cause: error.localizedDescription)
    }
    defer { try? FileManager.default.removeItem(at: folder) }
    let work = ReloadWork.calibrated()
    let clock = ContinuousClock()
    let start = clock.now
    var records: [TrialRecord] = []
    try results.write(records, environment: environment)
    for (done, trial) in trials.enumerated() {
      let elapsed = (clock.now - start).milliseconds / 1_000
      onEvent(
        .began(
          trial.identity, done: done, total: trials.count,
          secondsLeft: done == 0 ? nil : elapsed / Double(done) * Double(trials.count - done)))
      let child = ChildTrial(
        executable: executable, folder: folder,
        deadline: deadline(plans[trial.workload.key]))
      if done == 0 { _ = try await child.run(request(trial, work)) }  // warm-up, not kept
      records.append(try await child.run(request(trial, work)))
      try results.write(records, environment: environment)
      onEvent(.ended(records[done], done: done + 1, total: trials.count))
    }
    return records
  }

  private func request(_ trial: RunPlan.Trial, _ work: ReloadWork) -> TrialRequest {
    TrialRequest(
      identity: trial.identity, costs: settings.costs, tracePath: settings.tracePath,
      traceOptions: settings.traceOptions, work: work, pin: settings.pin, parent: getpid())
  }

  /// Longer than the trial's own patience, so that a trial that can still tell what is missing does.
  private func deadline(_ plan: TrialPlan?) -> Duration {
    guard let plan else { return .seconds(60) }
    return plan.duration + .nanoseconds(Int64(plan.patienceNanoseconds)) + .seconds(10)
  }
}
