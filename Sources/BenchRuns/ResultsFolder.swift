import BenchHarness
import Coalesce
import Foundation

/// The folder of one run. Tables are replaced as a whole; the journal grows by a line per trial.
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

  package func beginJournal(_ records: [Trial]) throws {
    let journal = Self.journal(url)
    try BenchError.writing(journal.url.path) { try journal.begin(records) }
  }

  func append(_ record: Trial) throws {
    let journal = Self.journal(url)
    try BenchError.writing(journal.url.path) { try journal.append(record) }
  }

  /// Writes the events and tables, and removes the findings of an earlier run.
  package func write(_ records: [Trial], header: RunHeader) throws {
    try removeEnvironment()
    try remove("findings.csv")
    try writeEvents(records)
    try writeTables(records, header: header)
  }

  /// Called before new tables are written, which would seem to belong to an earlier run if its file stayed beside them.
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
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    try write(String(decoding: encoder.encode(part), as: UTF8.self) + "\n", RecommendationPart.file)
  }

  package func writeFrontier(onAdvance: @Sendable (Advance) -> Void) throws {
    let plans = try settings.plans()
    let done = Locked(0)
    let total = 2 * Frontier.prices.count * plans.count
    let ordered = settings.workloads.map(\.key).compactMap { key in plans[key].map { (key, $0) } }
    let frontier = ResultsTables.frontier(ordered) { workload in
      done.withLock { done in
        done += 1
        onAdvance(Advance("the best possible on \(workload)", done: done, of: total))
      }
    }
    try removeEnvironment()
    try write(frontier, "frontier.csv")
  }

  package func write(_ text: String, _ name: String) throws {
    try text.write(whole: url.appendingPathComponent(name))
  }

  private func remove(_ name: String) throws {
    try FileManager.removeFile(url.appendingPathComponent(name))
  }

  /// The files of a run. Their names must not change, because other programs read them.
  package static let files: [(name: String, summary: String)] = [
    ("trials.csv", "a row for each trial, with every metric"),
    ("summary.csv", "a row for each strategy, workload and metric: the median of the trials"),
    ("latency.csv", "a row for each strategy, workload and point of the percentile curve"),
    (
      "strategies.csv",
      "a row for each strategy: its Swift code, deliveries and parameters"
    ),
    ("events.csv", "the events of one trial of each combination, if trials are short"),
    ("frontier.csv", "the best possible deliveries on each workload, for several latency prices"),
    ("findings.csv", "conclusions, in sentences"),
    ("recommend.csv", "the settings that 'recommend' tried"),
    ("environment.json", "options, build and machine of the run"),
    ("records.jsonl", "each trial, written when it ended; for --resume"),
  ]

  /// The journal of the trials. A resumed run reads its trials from this file only, because the tables hold less.
  static func journal(_ folder: URL) -> Journal<Trial> {
    Journal(folder.appendingPathComponent("records.jsonl"))
  }

  package static func finished(_ folder: URL) throws -> [Trial] {
    let journal = journal(folder)
    let records = try journal.read()
    try TrialRepetition.refuse(in: records.map(\.finishedID), file: journal.url.path) { $0 + 1 }
    return records
  }

  /// A link to the newest folder of results that was made without `--output`.
  private static let latest = "Results/latest"

  /// The run that the link points to; nil if it cannot be read.
  package static var latestRun: SavedRun? {
    try? SavedRun(URL(fileURLWithPath: latest, isDirectory: true))
  }

  /// The files of measurements. Measurements cannot be repeated exactly, so they are never overwritten.
  private static let measured = [
    (file: "records.jsonl", words: "a real-time run"),
    (file: "gate-cells.csv", words: "real-time results of a gate"),
  ]

  /// Names the measurement that a folder holds, if any. Ignores empty files, which a failed start leaves.
  private static func measurement(in folder: URL) -> String? {
    measured.first { kind in
      let path = folder.appendingPathComponent(kind.file).path
      let size = try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int
      return size ?? 0 > 0
    }?.words
  }

  package var hasTrials: Bool { Self.measurement(in: url) != nil }

  /// Makes and locks the folder. Refuses to overwrite measurements, unless `name` is empty or `goesOn` is set.
  package static func make(output: String?, name: String, goesOn: Bool = false) throws -> URL {
    guard output != "" else {
      throw BenchError.badValue(
        what: "folder", value: "", expected: "a name; '.' is the current folder")
    }
    let url = output.map { URL(fileURLWithPath: $0, isDirectory: true) } ?? unused(name)
    if !name.isEmpty, !goesOn, let words = measurement(in: url) {
      throw BenchError.badResults(
        file: url.relativePath,
        cause: "it holds \(words), which this would overwrite. Give another folder; "
          + "'\(ProgramName.text) run --resume' continues a run.")
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

  /// Makes the link point to `folder`. Ignores failures, because the run does not need the link.
  private static func pointLatest(to folder: String) {
    let temporary = "Results/.latest-\(getpid())"
    try? FileManager.default.createSymbolicLink(atPath: temporary, withDestinationPath: folder)
    if rename(temporary, latest) != 0 { try? FileManager.default.removeItem(atPath: temporary) }
  }
}

extension FileManager {
  package static func makeFolder(_ folder: URL) throws {
    try BenchError.writing(folder.path) {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }
  }
}

/// Keeps two processes from writing to the same folder. The system unlocks a folder when the process ends.
///
/// Thread safety: may be used from any thread.
enum FolderLock {
  /// The paths of the folders that this process has locked; they stay locked until it ends.
  private static let own = Locked<Set<String>>([])

  /// Locks the folder, and checks that it can be written to.
  static func hold(_ folder: URL) throws {
    let path = folder.resolvingSymlinksInPath().path
    func refusal(_ cause: String) -> BenchError { .cannotWrite(path: folder.path, cause: cause) }
    try own.withLock { own in
      guard !own.contains(path) else { return }
      guard access(path, W_OK) == 0 else {
        throw refusal(String(cString: strerror(errno)).lowercased() + ".")
      }
      // Never closed, because that would unlock the folder; child processes do not inherit it.
      let descriptor = open(path, O_RDONLY | O_CLOEXEC)
      // Other failures are ignored: some file systems have no locks.
      if flock(descriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK {
        close(descriptor)
        throw refusal(
          "another bench is writing to it. Wait until that bench ends, or give another folder.")
      }
      own.insert(path)
    }
  }
}
