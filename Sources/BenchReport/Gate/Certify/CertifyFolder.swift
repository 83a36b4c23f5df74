import BenchHarness
import Foundation

/// The folder of a certification: `certify.json`, `families/N` as the gate leaves them, `power.csv`.
package struct CertifyFolder: Sendable {
  private let url: URL

  private var settingsURL: URL { url.appendingPathComponent("certify.json") }
  private var powerURL: URL { url.appendingPathComponent("power.csv") }
  private var familiesURL: URL { url.appendingPathComponent("families", isDirectory: true) }

  /// The folder at `url`.
  package init(_ url: URL) { self.url = url }

  /// Whether a certification was begun here.
  package var isThere: Bool { FileManager.default.fileExists(atPath: settingsURL.path) }

  /// What the evidence says, whatever there is of it.
  /// - Parameters:
  ///   - strategies: tell which cells an effect can befall.
  ///   - adjust: changes how it is judged.
  /// - Throws: ``BenchError``.
  /// - Returns: the certificate.
  package func certificate(
    strategies: [StrategyEntry], adjust: (inout PairedSuite) -> Void = { _ in }
  ) throws -> Certificate {
    var settings = try settings()
    adjust(&settings.suite)
    let families = try families().map { family in
      var evidence = family.evidence
      adjust(&evidence.settings.suite)
      return evidence
    }
    return Certificate(settings, families: families, power: try power(), strategies: strategies)
  }

  /// Where the evidence of a family lies.
  func family(_ number: Int) -> PairedFolder {
    PairedFolder(familiesURL.appendingPathComponent("\(number)", isDirectory: true))
  }

  /// Goes on with what is there, with the work that was calibrated then; or begins.
  /// - Returns: the settings to go on with.
  /// - Throws: ``BenchError``; a folder that holds another certification is refused.
  func begin(_ settings: CertifySettings) throws -> CertifySettings {
    guard isThere else {
      try BenchError.writing(settingsURL.path) {
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        try JSONEncoder.readable.encode(settings).write(whole: settingsURL)
      }
      try write([], settings)
      return settings
    }
    let earlier = try self.settings()
    var expected = settings
    expected.work = earlier.work
    guard earlier == expected else {
      throw BenchError.cannotResume(
        folder: url.path, cause: "it holds a certification of other settings or another program.")
    }
    return earlier
  }

  private func settings() throws -> CertifySettings {
    try BenchError.readingEvidence {
      let data = try Data(results: settingsURL)
      guard let settings = try? JSONDecoder().decode(CertifySettings.self, from: data),
        settings.schema == ResultsTables.schemaVersion
      else {
        throw BenchError.badResults(
          file: settingsURL.path, line: nil, cause: "it is broken, or of another version.")
      }
      try settings.suite.checkEvidence(in: settingsURL)
      return settings
    }
  }

  /// The families whose verdict is known, in order.
  /// - Throws: ``BenchError``; where one is damaged, it says how to replace it.
  func families() throws -> [(number: Int, evidence: PairedEvidence)] {
    let names =
      (try? FileManager.default.contentsOfDirectory(atPath: familiesURL.path)) ?? []
    return try names.compactMap { Int($0) }.sorted().compactMap { number in
      guard family(number).isComplete else { return nil }
      do {
        return (number, try family(number).whole())
      } catch BenchError.badEvidence(let file, let line, let cause) {
        throw BenchError.badEvidence(
          file: file, line: line,
          cause: "\(cause) Remove the folder families/\(number), and "
            + "'\(ProgramName.text) gate certify' measures that family again.")
      }
    }
  }

  /// The trials for the gate's power.
  func power() throws -> [PowerTrial] {
    guard FileManager.default.fileExists(atPath: powerURL.path) else { return [] }
    return try BenchError.readingEvidence {
      let text = String(decoding: try Data(results: powerURL), as: UTF8.self)
      return try PowerTable.trials(text, file: powerURL.path)
    }
  }

  /// Writes all trials anew.
  func write(_ trials: [PowerTrial], _ settings: CertifySettings) throws {
    let table = table(settings)
    try (table.header + trials.map(table.line).joined()).write(whole: powerURL)
  }

  /// Adds a trial.
  func append(_ trial: PowerTrial, _ settings: CertifySettings) throws {
    try BenchError.writing(powerURL.path) {
      try Data(table(settings).line(trial).utf8).append(to: powerURL)
    }
  }

  private func table(_ settings: CertifySettings) -> PowerTable {
    PowerTable(metrics: settings.suite.metrics.map(\.name))
  }
}
