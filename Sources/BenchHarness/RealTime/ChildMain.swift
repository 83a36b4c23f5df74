import CBenchPlatform
import Foundation
/// What a child process does: runs one trial and hands its record over in a file.
package enum ChildMain {
  /// Runs the trial that `requestPath` asks for and writes its record to `responsePath`.
  ///
  /// On the main thread of a synchronous program only.
  package static func run(
    requestPath: String, responsePath: String, _ registry: Registry
  ) throws {
    let request = try TrialRequest(path: requestPath)
    dieWith(parent: request.parent)
    let strategies =
      request.options.effect.map { registry.strategies.map($0.strategy) } ?? registry.strategies
    let strategy = try only(Selection.parse(request.id.cell.strategy, from: strategies))
    let workload = try only(Selection.parse(request.id.cell.workload, from: registry.workloads))
    let trace = try request.tracePath.map(Trace.init(path:))
    var plan = try workload.entry.plan(
      values: workload.values, costs: request.options.costs, seed: request.id.seed, trace: trace
    ).cut(to: request.options.window)
    plan.isOnScreen = request.options.view != nil
    let ending: RealTimeTrial.Ending
    do {
      ending = try RealTimeTrial(
        plan: plan, strategy: strategy,
        toolkit: request.options.view.map {
          try only(Selection.parse($0, from: registry.toolkits))
        },
        work: request.options.effect?.work(request.work) ?? request.work, pin: request.options.pin
      ).run()
    } catch let error as ToolkitUnavailable {
      try? Data(error.description.utf8).write(whole: URL(fileURLWithPath: responsePath))
      exit(ToolkitUnavailable.exitCode)
    }
    let record = record(request, ending, strategy.entry)
    try BenchError.writing(responsePath) {
      try JSONEncoder().encode(record).write(whole: URL(fileURLWithPath: responsePath))
    }
  }

  /// The exit code of a child that could not write what it was to hand over, for which no strategy is to
  /// blame: EX_CANTCREAT of sysexits.h.
  package static let noHandOver: Int32 = 73
  /// The exit code of a child that could not read what it was to do: EX_NOINPUT.
  package static let noRequest: Int32 = 66

  /// What this child is asked to do.
  /// - Throws: ``BenchError/cannotRead(path:cause:)``, whatever it is: nobody has named the file.
  static func request(_ path: String) throws -> Data {
    do {
      return try Data(whole: URL(fileURLWithPath: path))
    } catch {
      throw BenchError.cannotRead(path: path, cause: error.fileCause + ".")
    }
  }

  private static func record(
    _ request: TrialRequest, _ ending: RealTimeTrial.Ending, _ strategy: StrategyEntry
  ) -> Trial {
    var record = Trial(
      request.id, analysis: TrialAnalysis(ending.log), counters: ending.counters,
      stage: ending.stage, expectsDeliveries: strategy.delivery != .none,
      recordsEvents: request.recordsEvents)
    if let givenUp = ending.givenUp {
      record.detail = [record.detail, givenUp].filter { !$0.isEmpty }.joined(separator: "; ")
      if !record.outcome.isFailure { record.outcome = .lost }
    } else if ending.isStillWorking, !record.outcome.isFailure {
      record.outcome = .leftRunning
      record.detail = "a thread was still working after everything had been delivered"
    }
    return record
  }

  /// The kernel ends this process with its parent; where it cannot, or the parent was faster, a
  /// look at the parent's number does.
  static func dieWith(parent: Int32) {
    _ = cplatform_die_with_parent()
    if getppid() != parent { exit(130) }
  }

  package static func only<Entry>(_ selections: [Selection<Entry>]) throws -> Selection<Entry> {
    guard let first = selections.first, selections.count == 1 else {
      throw BenchError.nothingToRun(cause: "it takes exactly one \(Entry.kind).")
    }
    return first
  }
}
