import BenchHarness
import Coalesce
import Foundation

/// The folder of one run. Tables are rewritten as a whole, never left half written; the journal grows by
/// a line for each trial.
package struct ResultsFolder: Sendable {
  package let url: URL
  private let strategies: [String]
  /// What the tables say of the strategies themselves.
  package let strategyTable: StrategyTable
  private let workloads: [String]
  private let isResumable: Bool

  /// What is written at other times than the exports, or from more than the trials.
  package static let otherFiles = [
    (file: "events.csv", summary: "what happened in one trial of each combination, with --events"),
    (file: "frontier.csv", summary: "the best possible on each workload, price by price"),
    (file: "findings.csv", summary: "what the figures say, in sentences"),
    (file: "recommend.csv", summary: "the candidates that 'recommend' tried"),
    (file: "choices.csv", summary: "what 'recommend' would choose at other prices"),
    (file: "environment.json", summary: "what the run was made with, and where"),
    (file: "records.jsonl", summary: "each trial as it ended, for --resume"),
  ]

  /// Uses `output`, or makes a new folder in `Results` named for the time and for `name`, and points
  /// `Results/latest` to it. Rows have the order of `settings`; `goesOn` continues what is in `output`.
  package init(
    output: String?, name: String, date: Date, settings: RunSettings, goesOn: Bool = false
  ) throws {
    strategies = settings.strategies.map(\.key)
    strategyTable = StrategyTable(settings.strategies)
    workloads = settings.workloads.map(\.key)
    isResumable = name == "run"
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
    try reporting(journal.url) { try journal.begin(records) }
  }

  func append(_ record: Trial) throws {
    let journal = Self.journal(url)
    try reporting(journal.url) { try journal.append(record) }
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
  /// as a run. One that can be resumed needs its own.
  private func clear() throws {
    if !isResumable { try remove("environment.json") }
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

  /// Writes what the figures say in words, of each workload and of all.
  package func write(_ reports: [WorkloadReport], _ bottomLine: BottomLine) throws {
    let findings = reports.map { ($0.workload, $0.sentences) } + [("", bottomLine.sentences)]
    try write(ResultsTables.findings(findings), "findings.csv")
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

  /// Every record of the run in `folder` as it ended, with what the tables do not hold; what a run is
  /// resumed from.
  static func journal(_ folder: URL) -> Journal<Trial> {
    Journal(folder.appendingPathComponent("records.jsonl"))
  }

  package static func finished(_ folder: URL) throws -> [Trial] {
    let journal = journal(folder)
    let records = try journal.read()
    try TrialRepetition.refuse(in: records.map(\.finishedID), file: journal.url.path) { $0 + 1 }
    return records
  }

  /// What the trials of each cell say together, in the order of the settings.
  package func summaries(_ records: [Trial]) -> [CellSummary] {
    CellSummary.summaries(of: records, strategies: strategies, workloads: workloads)
  }

  package func write(_ text: String, _ name: String) throws {
    let file = url.appendingPathComponent(name)
    try reporting(file) { try Data(text.utf8).write(whole: file) }
  }

  private func remove(_ name: String) throws {
    let file = url.appendingPathComponent(name)
    try reporting(file) { try StagedFile.remove(file) }
  }

  /// Whether the folder says what was run, and has a trial of it.
  private var canBeResumed: Bool {
    let path = url.appendingPathComponent("environment.json").path
    return FolderClaim.isFilled(Self.journal(url).url)
      && FileManager.default.fileExists(atPath: path)
  }

  private func reporting(_ file: URL, _ work: () throws -> Void) throws {
    do {
      try work()
    } catch {
      let isThere = FileManager.default.fileExists(atPath: url.path)
      let advice =
        switch (isThere, isResumable && canBeResumed) {
        case (false, _): " The folder is gone, and what was finished with it."
        case (true, true):
          " What was finished before is kept and can be resumed with --resume \(url.path)."
        case (true, false): ""
        }
      throw BenchError.cannotWrite(path: file.path, cause: error.fileCause + "." + advice)
    }
  }
}

extension ResultsFolder {
  /// Makes the folder `output`, or a new one in `Results` named for the time, and claims it for this
  /// process. `name` is empty for a part of other results, which are not checked; results of another kind
  /// are not overwritten.
  package static func make(
    output: String?, name: String, date: Date, goesOn: Bool = false
  ) throws -> URL {
    guard output != "" else {
      throw BenchError.badValue(
        what: "folder", value: "", expected: "a name; '.' is the current folder")
    }
    let url = output.map { URL(fileURLWithPath: $0, isDirectory: true) } ?? unused(name, date)
    if !name.isEmpty { try FolderClaim.check(url, command: name, goesOn: goesOn) }
    try FolderClaim.make(url)
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
