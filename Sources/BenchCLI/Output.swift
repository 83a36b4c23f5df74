import ArgumentParser
import BenchHarness
import BenchReport
import BenchRuns
import Foundation

struct Output {
  let settings: RunSettings
  let plans: [String: TrialPlan]
  let format: Format
  var showsWorkloads = true
  var triesOthers = false

  /// Saves the report and prints it, with notes on stderr. The bottom line follows the tables, to stay on the screen.
  /// - Throws: an exit code if a trial failed or nothing was measured.
  func print(_ records: [Trial], _ header: RunHeader, in results: ResultsFolder?) throws {
    var report = RunReport(records, settings, plans, isBusy: header.isBusy)
    if triesOthers { try report.compareWithOthers(settings) }
    try results?.write(report)
    let strategies = StrategyTable(settings.strategies)
    try format.show(report.workloads, csv: ResultsTables.trials(records, strategies)) {
      showsWorkloads || $0 == .markdown ? ReportTable(report: report, layout: $0).tables : ""
    }
    Self.noteFailures(records)
    if let layout = format.layout {
      Self.show(
        ReportTable(report: report, layout: layout).bottomLine(
          // The warning about jemalloc was already printed at the start of the run.
          warnings: header.allWarnings.filter { $0 != Jemalloc.advice }))
    }
    if let path = results?.url.relativePath {
      Self.note("Results: \(path)")
      if let plot = try? PackageScript.path("plot") {
        let isHere = FileManager.default.fileExists(atPath: "Scripts/plot")
        Self.note("To plot them: \(isHere ? "Scripts/plot" : plot) \(path)")
      }
    }
    try Self.end(records)
  }

  func writeFrontier(in results: ResultsFolder) throws {
    try Progress().during { try results.writeFrontier(settings.frontier(plans, onAdvance: $0)) }
  }

  /// Prints what a run of `settings` in virtual time predicts; this takes a fraction of a second.
  static func showPrediction(of settings: RunSettings, withOtherCosts: Bool) throws {
    var settings = settings
    settings.trials = 1
    var report = try RunReport(simulating: settings)
    if withOtherCosts { try report.compareWithOthers(settings) }
    let table = ReportTable(report: report, layout: .terminal)
    show(table.bottomLine("In virtual time") + "\n")
  }

  static func show(_ text: String) { Streams.show(text) }

  private static func noteFailures(_ records: [Trial]) {
    for record in records where record.outcome != .ok {
      let trial = "\(record.cell.text.readableKey), trial \(record.number)"
      note(
        record.outcome == .void
          ? "discarded \(trial) (\(record.detail))"
          : "\(trial): \(record.outcome.rawValue), \(record.detail)")
    }
  }

  /// Throws exit code 1 if a trial failed unexpectedly; otherwise 3, with a note, if all timed trials were discarded,
  /// except those without deliveries, which are never discarded because they have no latency.
  private static func end(_ records: [Trial]) throws {
    let isFailed = records.contains { $0.outcome.isFailure && $0.isExpected != true }
    if isFailed { throw ExitCode(1) }
    let timed = records.filter { $0.pass == .timing && $0.values[.deliveries] != 0 }
    guard !timed.isEmpty, timed.allSatisfy({ $0.outcome == .void }) else { return }
    note(
      "Nothing was measured: every timed trial sent its updates late and was discarded. Close other "
        + "programs; if that does not help, a submission takes so long that it delays the next.")
    throw ExitCode(3)
  }

  static func note(_ line: String) {
    let width = Terminal.errors.columns ?? .max
    Streams.tell(line.count > width ? Prose.wrapped(line, width: width) : line + "\n")
  }
}
