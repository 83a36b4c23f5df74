import Foundation
import Harness

/// Prints what a run found, in the format that was asked for.
struct Output {
  private let settings: RunSettings
  private let results: ResultsFolder
  private let format: Format

  init(_ settings: RunSettings, _ results: ResultsFolder, _ format: Format) {
    self.settings = settings
    self.results = results
    self.format = format
  }

  /// Results go to stdout; where they were written goes to stderr, unless a person reads both.
  func print(_ records: [TrialRecord]) throws {
    let silent = Set(settings.strategies.filter { $0.entry.delivery == .none }.map(\.key))
    let reports = WorkloadReport.reports(of: results.summaries(records), silent: silent)
    let rowChanging = settings.strategies.filter { $0.entry.delivery == .rowChange }.map(\.key)
    switch format {
    case .table: show(ReportTable.text(reports, rowChanging: rowChanging) + "\n")
    case .markdown: show(ReportTable.markdown(reports, rowChanging: rowChanging) + "\n")
    case .csv: show(ResultsTables.trials(records))
    case .json: show(try json(reports) + "\n")
    }
    for record in records where record.outcome != .ok {
      Self.note(
        "\(record.strategy) on \(record.workload), trial \(record.trial): "
          + "\(record.outcome.rawValue), \(record.detail)")
    }
    Self.note("Results: \(results.url.relativePath)")
  }

  /// Unbuffered, so that what follows on stderr comes after it.
  private func show(_ text: String) { FileHandle.standardOutput.write(Data(text.utf8)) }

  private func json(_ reports: [WorkloadReport]) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    return String(decoding: try encoder.encode(reports), as: UTF8.self)
  }

  /// A line for people, on stderr.
  static func note(_ line: String) {
    FileHandle.standardError.write(Data((line + "\n").utf8))
  }
}
