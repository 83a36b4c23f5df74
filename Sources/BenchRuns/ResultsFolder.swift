import BenchHarness
import BenchReport
import Foundation

/// The folder of one run, and the only writer of its files. Tables are replaced; the journal grows by a line per trial.
package struct ResultsFolder: Sendable {
  package let url: URL
  private let settings: RunSettings
  private let goesOn: Bool

  /// Uses `output`, or a new folder in `Results`, to which `Results/latest` then points. `goesOn` continues a run.
  package init(
    output: String?, name: String, settings: RunSettings, goesOn: Bool = false
  ) throws {
    self.settings = settings
    self.goesOn = goesOn
    url = try Self.make(output: output, name: name, goesOn: goesOn)
    if output == nil { Self.pointLatest(to: url.lastPathComponent) }
  }

  package func beginJournal(_ records: [Trial]) throws { try Self.journal(url).begin(records) }

  func append(_ record: Trial) throws { try Self.journal(url).append(record) }

  /// Writes the events and tables, and removes the findings of an earlier run.
  package func write(_ records: [Trial], header: RunHeader) throws {
    try removeEnvironment()
    try remove("findings.csv")
    try writeEvents(records)
    try writeTables(records, header: header)
  }

  /// Called before new tables are written: beside an earlier run's file, they would seem to belong to that run.
  private func removeEnvironment() throws { if !goesOn { try remove("environment.json") } }

  func writeTables(_ records: [Trial], header: RunHeader) throws {
    let strategies = StrategyTable(settings.strategies)
    let cells = CellSummary.summaries(of: records, settings)
    try write(ResultsTables.trials(records, strategies), "trials.csv")
    try write(ResultsTables.summary(cells), "summary.csv")
    try write(ResultsTables.latency(cells), "latency.csv")
    try write(strategies.csv, "strategies.csv")
    try write(header.json(), "environment.json")
  }

  func writeEvents(_ records: [Trial]) throws {
    let events = ResultsTables.events(records)
    try events.map { try write($0, "events.csv") } ?? remove("events.csv")
  }

  package func write(_ report: RunReport) throws {
    try write(ResultsTables.findings(report), "findings.csv")
  }

  package func write(_ recommendation: Recommendation) throws {
    try write(ResultsTables.recommend(recommendation), "recommend.csv")
    try remove(RecommendationPart.file)
  }

  /// Writes the part, and removes an earlier recommendation.
  package func write(_ part: RecommendationPart) throws {
    try remove("recommend.csv")
    try write(part.json(), RecommendationPart.file)
  }

  package static func write(comparison: String, to output: String) throws {
    let folder = try make(output: output, name: "compare")
    try comparison.write(whole: folder.appending(path: "comparison.csv"))
  }

  package func writeFrontier(_ frontier: String) throws {
    try removeEnvironment()
    try write(frontier, "frontier.csv")
  }

  private func write(_ text: String, _ name: String) throws {
    try text.write(whole: url.appending(path: name))
  }

  private func remove(_ name: String) throws {
    try FileManager.removeFile(url.appending(path: name))
  }

  /// The files of a run. Their names must not change, because other programs read them.
  package static let files: [(name: String, summary: String)] = [
    ("trials.csv", "a row for each trial, with every metric"),
    ("summary.csv", "a row for each strategy, workload and metric: the median of the trials"),
    ("latency.csv", "a row for each strategy, workload and point of the percentile curve"),
    ("strategies.csv", "a row for each strategy: its Swift code, deliveries and parameters"),
    ("events.csv", "the events of one trial of each combination, if trials are short"),
    ("frontier.csv", "the best possible deliveries on each workload, for several latency prices"),
    ("findings.csv", "conclusions, in sentences"),
    ("recommend.csv", "the settings that 'recommend' tried"),
    ("environment.json", "options, build and machine of the run"),
    ("records.jsonl", "each trial, written when it ended; for 'bench resume'"),
  ]

  /// The journal of a run's or gate's trials. A resumed run reads only this file, because the tables hold less.
  static func journal(_ folder: URL) -> Journal<Trial> {
    Journal(folder.appending(path: "records.jsonl"))
  }

  package static func finished(_ folder: URL) throws -> [Trial] {
    let journal = journal(folder)
    let records = try journal.read()
    try ResultsCSV.refuseRepetition(in: records.map(\.finishedID), file: journal.url.path) {
      $0 + 1
    }
    return records
  }

  /// Whether the folder holds measurements, which cannot be repeated exactly. A failed start leaves an empty journal.
  package static func hasTrials(_ folder: URL) -> Bool {
    let path = journal(folder).url.path
    let size = try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int
    return size ?? 0 > 0
  }

  static func isGate(_ folder: URL) -> Bool {
    (try? RunHeader.read(folder).isGate) == true
  }

  /// Makes and locks the folder. Refuses to overwrite measurements, unless `goesOn` is set, and the evidence of a gate,
  /// unless another gate replaces one that only ran in virtual time.
  static func make(output: String?, name: String, goesOn: Bool = false) throws -> URL {
    guard output != "" else {
      throw BenchError.badValue(
        what: "folder", value: "", expected: "a name; '.' is the current folder")
    }
    let url = output.map { URL(fileURLWithPath: $0, isDirectory: true) } ?? unused(name)
    let header = try? RunHeader.read(url)
    let isOfGate = header?.isGate == true
    let isOfExactGate = isOfGate && header?.time == .virtual
    if !goesOn, hasTrials(url), name != "gate" || !isOfExactGate {
      let words =
        isOfExactGate
        ? "the evidence of a gate" : isOfGate ? "real-time results of a gate" : "a real-time run"
      throw BenchError.badResults(
        file: url.relativePath,
        cause: "it holds \(words), which this would overwrite. Give another folder; "
          + "'\(ProgramName.text) resume' continues a run.")
    }
    try FileManager.makeFolder(url)
    try FolderLock.hold(url)
    return url
  }

  private static func unused(_ name: String) -> URL {
    let stamp = Date().formatted(.iso8601.timeSeparator(.omitted))
    let paths = (1...).lazy.map { "Results/\(stamp)-\(name)" + ($0 > 1 ? "-\($0)" : "") }
    let free = paths.first { !FileManager.default.fileExists(atPath: $0) } ?? ""
    return URL(fileURLWithPath: free, isDirectory: true)
  }

  /// Makes `Results/latest` a link to `folder`. Ignores failures, because the run does not need the link.
  private static func pointLatest(to folder: String) {
    let temporary = "Results/.latest-\(getpid())"
    try? FileManager.default.createSymbolicLink(atPath: temporary, withDestinationPath: folder)
    if rename(temporary, "Results/latest") != 0 {
      try? FileManager.default.removeItem(atPath: temporary)
    }
  }
}

extension SavedRun {
  package static func read(_ folder: URL) throws -> SavedRun {
    let folder = folder.resolvingSymlinksInPath()
    let header = try RunHeader.read(folder)
    let trials = try Data(results: folder.appending(path: "trials.csv"))
    return try SavedRun(folder, header, trials: String(decoding: trials, as: UTF8.self))
  }
}

extension RecommendationPart {
  package static func isThere(_ folder: URL) -> Bool {
    FileManager.default.fileExists(atPath: folder.appending(path: file).path)
  }

  static func read(_ folder: URL) throws -> RecommendationPart {
    let file = folder.appending(path: file)
    return try RecommendationPart(Data(results: file), file: file.path)
  }
}

extension FileManager {
  static func makeFolder(_ folder: URL) throws {
    try BenchError.writing(folder.path) {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }
  }
}
