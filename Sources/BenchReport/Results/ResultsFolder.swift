import BenchHarness
import Coalesce
import Foundation

/// The folder of one run. Tables are rewritten as a whole, never left half written; the journal grows by
/// a line for each trial.
package struct ResultsFolder: Sendable {
  package let url: URL
  private let strategies: [String]
  /// What the tables say of the strategies themselves.
  private let strategyTable: StrategyTable
  private let workloads: [String]
  private let goesOn: Bool

  /// Uses `output`, or makes a new folder in `Results` named for the time and for `name`, and points
  /// `Results/latest` to it. Rows have the order of `settings`; `goesOn` continues what is in `output`.
  package init(
    output: String?, name: String, date: Date, settings: RunSettings, goesOn: Bool = false
  ) throws {
    strategies = settings.strategies.map(\.key)
    strategyTable = StrategyTable(settings.strategies)
    workloads = settings.workloads.map(\.key)
    self.goesOn = goesOn
    url = try Self.make(output: output, name: name, date: date, goesOn: goesOn)
    if output == nil { Self.pointLatest(to: url, in: url.deletingLastPathComponent()) }
  }

  /// Begins a journal with `records` and writes all tables.
  func begin(_ records: [Trial], header: RunHeader) throws {
    try beginJournal(records)
    try write(records, header: header)
  }

  package func beginJournal(_ records: [Trial]) throws {
    let journal = Self.journal(url)
    try BenchError.writing(journal.url.path) { try journal.begin(records) }
  }

  func append(_ record: Trial) throws {
    let journal = Self.journal(url)
    try BenchError.writing(journal.url.path) { try journal.append(record) }
  }

  /// Writes all tables of the run as it is now. What an earlier run in the same folder found in words
  /// goes.
  package func write(_ records: [Trial], header: RunHeader) throws {
    try clear()
    try remove("findings.csv")
    try writeEvents(records)
    try writeTables(records, header: header)
  }

  /// Before anything else is written over: tables of two runs beside the environment of one would be read
  /// as a run. One that goes on needs its own.
  private func clear() throws {
    if !goesOn { try remove("environment.json") }
  }

  /// Writes all tables as they are after so many trials, but `events.csv`.
  func writeTables(_ records: [Trial], header: RunHeader) throws {
    let cells = summaries(records)
    for export in [ResultsExport].standard {
      try write(export.text(records, cells, strategyTable), export.file)
    }
    try write(header.json(), "environment.json")
  }

  /// Writes `events.csv`, or removes it where nothing was recorded.
  func writeEvents(_ records: [Trial]) throws {
    if let events = ResultsTables.events(records) {
      try write(events, "events.csv")
    } else {
      try remove("events.csv")
    }
  }

  /// Writes what the figures say in words.
  package func write(_ report: RunReport) throws {
    try write(ResultsTables.findings(report), "findings.csv")
  }

  package func write(_ recommendation: Recommendation) throws {
    try write(ResultsTables.recommend(recommendation), "recommend.csv")
    try write(ResultsTables.choices(recommendation), "choices.csv")
    try remove(RecommendationPart.file)
  }

  /// Writes what is to be merged; it is no answer, and one that was there before goes.
  package func write(_ part: RecommendationPart) throws {
    try remove("recommend.csv")
    try remove("choices.csv")
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    try write(String(decoding: encoder.encode(part), as: UTF8.self) + "\n", RecommendationPart.file)
  }

  /// Writes what is best possible on the workloads of `settings`. `onAdvance` hears how far it is.
  package func writeFrontier(
    _ settings: RunSettings, onAdvance: @Sendable (Advance) -> Void = { _ in }
  ) throws {
    let plans = try settings.plans()
    let done = Locked(0)
    let total = 2 * Frontier.prices.count * plans.count
    let frontier = ResultsTables.frontier(
      workloads.compactMap { key in plans[key].map { (workload: key, plan: $0) } }
    ) { workload in
      done.withLock { done in
        done += 1
        onAdvance(Advance("the best possible on \(workload)", done: done, of: total))
      }
    }
    try clear()
    try write(frontier, "frontier.csv")
  }

  /// What the trials of each cell say together, in the order of the settings.
  package func summaries(_ records: [Trial]) -> [CellSummary] {
    CellSummary.summaries(of: records, strategies: strategies, workloads: workloads)
  }

  package func write(_ text: String, _ name: String) throws {
    try text.write(whole: url.appendingPathComponent(name))
  }

  private func remove(_ name: String) throws {
    try FileManager.removeFile(url.appendingPathComponent(name))
  }
}

extension ResultsFolder {
  /// Every record of the run in `folder` as it ended, with what the tables do not hold; what a run is
  /// resumed from.
  static func journal(_ folder: URL) -> Journal<Trial> {
    Journal(folder.appendingPathComponent("records.jsonl"))
  }

  /// The trials in the journal of `folder`.
  /// - Throws: ``BenchError``, also for a trial that is in it twice: it would count twice.
  package static func finished(_ folder: URL) throws -> [Trial] {
    let journal = journal(folder)
    let records = try journal.read()
    try TrialRepetition.refuse(in: records.map(\.finishedID), file: journal.url.path) { $0 + 1 }
    return records
  }
}

extension ResultsFolder {
  /// What is measured cannot be made again, so it is not written over; a run can be continued.
  private static let measured = [
    (file: "records.jsonl", words: "a run in real time"),
    (file: "gate-cells.csv", words: "what a gate measured in real time"),
  ]

  /// Whether the folder holds what was measured: a run that could not begin leaves its journal empty.
  private static func measurement(in folder: URL) -> String? {
    measured.first { kind in
      let path = folder.appendingPathComponent(kind.file).path
      let size = try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int
      return size ?? 0 > 0
    }?.words
  }

  /// Whether trials of a run have ended, so that it can be resumed.
  package var hasTrials: Bool { Self.measurement(in: url) != nil }

  /// Makes the folder `output`, or a new one in `Results` named for the time, and locks it for this
  /// process. `name` is empty for a part of other results, which are not checked. What was measured is not
  /// overwritten.
  package static func make(
    output: String?, name: String, date: Date, goesOn: Bool = false
  ) throws -> URL {
    guard output != "" else {
      throw BenchError.badValue(
        what: "folder", value: "", expected: "a name; '.' is the current folder")
    }
    let url = output.map { URL(fileURLWithPath: $0, isDirectory: true) } ?? unused(name, date)
    if !name.isEmpty, !goesOn, let words = measurement(in: url) {
      throw BenchError.badResults(
        file: url.relativePath, line: nil,
        cause: "it holds \(words), which this would overwrite. Give another folder; "
          + "'\(ProgramName.text) run --resume' continues a run.")
    }
    try BenchError.writing(url.path) {
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }
    try FolderLock.hold(url)
    return url
  }

  /// A folder in `Results` that is not there yet.
  private static func unused(_ name: String, _ date: Date) -> URL {
    let stamp = date.formatted(.iso8601.timeSeparator(.omitted))
    func folder(_ number: Int) -> URL {
      let path = "Results/\(stamp)-\(name)" + (number > 1 ? "-\(number)" : "")
      return URL(fileURLWithPath: path, isDirectory: true)
    }
    let free = (1...).first { !FileManager.default.fileExists(atPath: folder($0).path) }
    return folder(free ?? 1)
  }

  /// A convenience: where a link cannot be made, the run goes on without it.
  private static func pointLatest(to url: URL, in results: URL) {
    let link = results.appendingPathComponent("latest")
    let temporary = results.appendingPathComponent(".latest-\(getpid())")
    try? FileManager.default.createSymbolicLink(
      atPath: temporary.path, withDestinationPath: url.lastPathComponent)
    if rename(temporary.path, link.path) != 0 {
      try? FileManager.default.removeItem(at: temporary)
    }
  }
}
