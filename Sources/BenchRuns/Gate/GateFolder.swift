import BenchHarness
import BenchReport
import Foundation

/// The evidence of one gate: `environment.json`, the journal of its trials, the baseline, the figures of the candidate,
/// instruction counts and the report. In `Results`, the last three gates are kept.
package struct GateFolder: Sendable {
  package let url: URL

  var baseline: URL { url.appending(path: "baseline/") }
  var candidate: URL { url.appending(path: "candidate/") }

  /// Makes `output` and clears an older gate's files; if nil, makes a folder in `Results` and keeps only two others.
  package init(output: String?) throws {
    try self.init(ResultsFolder.make(output: output, name: "gate"))
    guard output == nil else { return }
    let results = url.deletingLastPathComponent()
    let names = (try? FileManager.default.contentsOfDirectory(atPath: results.path)) ?? []
    let old = names.filter { $0.contains(/^\d{4}-\d\d-\d\dT\d{6}Z-gate(-\d+)?$/) }.sorted()
      .map { results.appending(path: $0) }.filter(ResultsFolder.isGate)
    // Skips a folder that another gate is writing to.
    for folder in old.dropLast(3) where (try? FolderLock.hold(folder)) != nil {
      try? FileManager.default.removeItem(at: folder)
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

  func write(_ counts: ExactTable, of side: TrialPlace.Side) throws {
    try write(counts.csv, "instructions-\(side.rawValue).csv")
  }

  func write(_ report: GateReport) throws { try write(.json(report), "gate.json") }

  private func write(_ text: String, _ name: String) throws {
    try text.write(whole: url.appending(path: name))
  }

  /// Deletes an earlier gate's files. Refuses a folder that has files with a gate's names but is not a gate's.
  private func clear() throws {
    let names = [
      "records.jsonl", "baseline", "candidate", "gate.json", "instructions-base.csv",
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
