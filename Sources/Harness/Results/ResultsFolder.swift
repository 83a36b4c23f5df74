import Foundation

/// The folder of one run; everything in it is rewritten as a whole, never left half written.
public struct ResultsFolder: Sendable {
  /// Where the files are.
  public let url: URL
  private let strategies: [String]
  private let workloads: [String]
  private let isResumable: Bool

  /// Uses `output`, or makes a new folder in `Results` named for the time and points
  /// `Results/latest` to it.
  /// - Parameters:
  ///   - output: the folder to write to; nil for a new one.
  ///   - name: what was run, as part of the new folder's name.
  ///   - date: now.
  ///   - settings: gives the order of the rows.
  /// - Throws: ``HarnessError/cannotWrite(path:cause:)``.
  public init(output: String?, name: String, date: Date, settings: RunSettings) throws {
    strategies = settings.strategies.map(\.key)
    workloads = settings.workloads.map(\.key)
    isResumable = name == "run"
    url = try Self.make(output: output, name: name, date: date)
    if output == nil { Self.pointLatest(to: url, in: url.deletingLastPathComponent()) }
  }

  /// Begins a journal with `records` and writes all tables.
  /// - Throws: ``HarnessError/cannotWrite(path:cause:)``.
  func begin(_ records: [TrialRecord], environment: RunEnvironment) throws {
    let journal = RunJournal(folder: url)
    try reporting(journal.url) { try journal.begin(records) }
    try write(records, environment: environment)
  }

  /// Adds `record` to the journal.
  /// - Throws: ``HarnessError/cannotWrite(path:cause:)``.
  func append(_ record: TrialRecord) throws {
    let journal = RunJournal(folder: url)
    try reporting(journal.url) { try journal.append(record) }
  }

  /// Writes all tables of the run as it is now. What an earlier run in the same folder found in words
  /// goes.
  /// - Throws: ``HarnessError/cannotWrite(path:cause:)``.
  public func write(_ records: [TrialRecord], environment: RunEnvironment) throws {
    try remove("findings.csv")
    try writeTables(records, environment: environment)
    try writeEvents(records)
  }

  /// Writes all tables as they are after so many trials, but `events.csv`.
  /// - Throws: ``HarnessError/cannotWrite(path:cause:)``.
  func writeTables(_ records: [TrialRecord], environment: RunEnvironment) throws {
    let cells = summaries(records)
    try write(ResultsTables.trials(records), "trials.csv")
    try write(ResultsTables.summary(cells), "summary.csv")
    try write(ResultsTables.latency(cells), "latency.csv")
    try write(environment.json(), "environment.json")
  }

  /// Writes `events.csv`, or removes it where nothing was recorded.
  /// - Throws: ``HarnessError/cannotWrite(path:cause:)``.
  func writeEvents(_ records: [TrialRecord]) throws {
    if let events = ResultsTables.events(records) {
      try write(events, "events.csv")
    } else {
      try remove("events.csv")
    }
  }

  /// Writes what the figures say in words.
  /// - Throws: ``HarnessError/cannotWrite(path:cause:)``.
  public func write(_ reports: [WorkloadReport]) throws {
    try writeFindings(reports.map { ($0.workload, $0.sentences) })
  }

  private func writeFindings(_ findings: [(workload: String, sentences: [String])]) throws {
    try write(ResultsTables.findings(findings), "findings.csv")
  }

  /// Writes what is best possible on the workloads of `settings`.
  /// - Throws: ``HarnessError``.
  public func writeFrontier(_ settings: RunSettings) throws {
    let plans = try settings.plans()
    try write(
      ResultsTables.frontier(
        workloads.compactMap { key in plans[key].map { (workload: key, plan: $0) } }),
      "frontier.csv")
  }

  /// Writes the table of a sweep, and what it says in words.
  /// - Throws: ``HarnessError/cannotWrite(path:cause:)``.
  public func write(_ report: SweepReport) throws {
    try write(ResultsTables.sweep(report), "sweep.csv")
    try writeFindings(
      report.curves.map { ($0.workload, $0.sentences) } + [("", report.sentences)])
  }

  /// Writes the table of a recommendation.
  /// - Throws: ``HarnessError/cannotWrite(path:cause:)``.
  public func write(_ recommendation: Recommendation) throws {
    try write(ResultsTables.recommend(recommendation), "recommend.csv")
  }

  /// The records of the run in `folder`.
  /// - Throws: ``HarnessError/badResults(file:line:cause:)``.
  public static func finished(_ folder: URL) throws -> [TrialRecord] {
    try RunJournal(folder: folder).read()
  }

  /// What the trials of each cell say together, in the order of the settings.
  public func summaries(_ records: [TrialRecord]) -> [CellSummary] {
    CellSummary.summaries(of: records, strategies: strategies, workloads: workloads)
  }

  /// Writes one file as a whole.
  func write(_ text: String, _ name: String) throws {
    let file = url.appendingPathComponent(name)
    try reporting(file) { try Data(text.utf8).write(to: file, options: .atomic) }
  }

  private func remove(_ name: String) throws {
    let file = url.appendingPathComponent(name)
    guard FileManager.default.fileExists(atPath: file.path) else { return }
    try reporting(file) { try FileManager.default.removeItem(at: file) }
  }

  private func reporting(_ file: URL, _ work: () throws -> Void) throws {
    do {
      try work()
    } catch {
      let isThere = FileManager.default.fileExists(atPath: url.path)
      let advice =
        switch (isThere, isResumable) {
        case (false, _): " The folder is gone, and what was finished with it."
        case (true, true):
          " What was finished before is kept and can be resumed with --resume \(url.path)."
        case (true, false): ""
        }
      throw HarnessError.cannotWrite(path: file.path, cause: error.fileCause + "." + advice)
    }
  }
}
