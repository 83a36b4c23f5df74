import ArgumentParser
import BenchHarness
import BenchReport
import Foundation

/// Prints what a run found, in the format that was asked for, and keeps what it says in words.
struct Output {
  let settings: RunSettings
  let header: RunHeader
  /// Where the results are kept; nil where they are not.
  let results: ResultsFolder?
  let format: Format

  /// Results go to stdout; where they were written goes to stderr, unless a person reads both. The
  /// bottom line comes last, where a terminal still shows it.
  func print(_ records: [Trial]) throws {
    let report = RunReport(records, settings, isBusy: header.isBusy)
    try results?.write(report)
    let rowChanging = settings.strategies.filter { $0.entry.delivery == .rowChange }.map(\.key)
    let csv = ResultsTables.trials(records, StrategyTable(settings.strategies))
    try format.show(report.workloads, csv: csv) {
      ReportTable(report: report, layout: $0).tables(rowChanging: rowChanging)
    }
    Self.noteFailures(records)
    if let layout = format.layout {
      Self.show(
        ReportTable(report: report, layout: layout).bottomLine(warnings: header.allWarnings))
    }
    if let results { Self.note("Results: \(results.url.relativePath)") }
  }

  static func show(_ text: String) { Streams.show(text) }

  static func show(json value: some Encodable) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    show(String(decoding: try encoder.encode(value), as: UTF8.self) + "\n")
  }

  /// A line on stderr for each trial that did not end as it should.
  static func noteFailures(_ records: [Trial]) {
    for record in records where record.outcome != .ok {
      let trial = "\(record.cell.text.readableKey), trial \(record.number)"
      note(
        record.outcome == .void
          ? "discarded \(trial) (\(record.detail))"
          : "\(trial): \(record.outcome.rawValue), \(record.detail)")
    }
  }

  /// Ends a command that ran trials: with exit code 1 if one of them failed in a way that its strategy is
  /// not known for, and with 3 if all timed trials were discarded, because nothing was measured. Trials without
  /// deliveries have no latency, are never void and do not count.
  static func end(_ records: [Trial]) throws {
    let isFailed = records.contains { $0.outcome.isFailure && $0.isExpected != true }
    if isFailed { throw ExitCode(1) }
    let timed = records.filter { $0.pass == .timing && $0.values["deliveries"] != 0 }
    guard !timed.isEmpty, timed.allSatisfy({ $0.outcome == .void }) else { return }
    note(
      "Nothing was measured: every timed trial was discarded. Either other programs keep the machine "
        + "busy, or a submission takes so long that the next ones are late.")
    throw ExitCode(3)
  }

  /// A line for people, on stderr.
  static func note(_ line: String) { Streams.tell(line + "\n") }
}
