import BenchHarness
import BenchReport
import Foundation

/// The evidence of one gate: `environment.json`, the journal of its trials, the baseline, the figures of the candidate,
/// instruction counts and the report. In `Results`, the last three gates are kept.
struct GateFolder: Sendable {
  let url: URL

  var baseline: URL { url.appending(path: "baseline/") }
  var candidate: URL { url.appending(path: "candidate/") }

  /// Makes `output` and clears an older gate's files; if nil, makes a folder in `Results` and keeps only two others.
  init(output: String?) throws {
    try self.init(ResultsFolder.make(output: output, name: "gate"))
    guard output == nil else { return }
    // Skips a folder that another gate is writing to.
    for folder in Self.kept.dropLast(3) where (try? FolderLock.hold(folder)) != nil {
      try? FileManager.default.removeItem(at: folder)
    }
  }

  static let report = "gate.json"

  /// The folders of gates in `Results`, the oldest first.
  private static var kept: [URL] {
    let results = URL(fileURLWithPath: "Results", isDirectory: true)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: results.path)) ?? []
    return names.filter { $0.contains(/^\d{4}-\d\d-\d\dT\d{6}Z-gate(-\d+)?$/) }.sorted()
      .map { results.appending(path: $0) }.filter(ResultsFolder.isGate)
  }

  /// The folder of the last gate in `Results` that finished.
  static var latest: URL? {
    kept.last { FileManager.default.fileExists(atPath: $0.appending(path: report).path) }
  }

  static func findings(_ folder: URL) throws -> [GateFinding] {
    struct Report: Decodable { let findings: [GateFinding] }
    let file = folder.appending(path: report)
    do {
      return try JSONDecoder().decode(Report.self, from: Data(results: file)).findings
    } catch let error as DecodingError {
      throw BenchError.badResults(file: file.relativePath, cause: error.jsonCause)
    }
  }

  init(_ url: URL) throws {
    self.url = url
    try clear()
    // Written first: it marks the folder as a gate's, so that the next gate may delete a gate's files in it.
    var header = RunHeader(RunSettings(), time: .virtual, command: CommandLine.arguments)
    header.isGate = true
    try write(header)
    try ResultsFolder.journal(url).begin()
  }

  func append(_ trial: Trial) throws { try ResultsFolder.journal(url).append(trial) }

  func write(_ header: RunHeader) throws { try write(header.json(), "environment.json") }

  func write(_ report: GateReport) throws { try write(.json(report), Self.report) }

  func write(_ text: String, _ name: String) throws {
    try text.write(whole: url.appending(path: name))
  }

  /// Deletes an earlier gate's files. Refuses a folder that has files with a gate's names but is not a gate's.
  private func clear() throws {
    let names = [
      "records.jsonl", "baseline", "candidate", Self.report, "instructions-base.csv",
      "instructions-candidate.csv", "environment.json",
    ]
    let found = names.map { url.appending(path: $0) }
      .filter { FileManager.default.fileExists(atPath: $0.path) }
    if let own = found.first, !ResultsFolder.isGate(url) {
      throw BenchError.badResults(
        file: url.relativePath,
        cause: "it holds \(own.lastPathComponent), which this would overwrite, but no evidence "
          + "of a gate. Give another folder.")
    }
    // `environment.json` goes last, so that a folder cut short here still counts as a gate's.
    for file in found {
      try BenchError.writing(file.path) { try FileManager.default.removeItem(at: file) }
    }
  }
}
