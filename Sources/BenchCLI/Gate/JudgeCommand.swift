import ArgumentParser
import Foundation
import Gate
import Harness

/// `bench gate judge`: a verdict of the gate once more, from its evidence.
struct JudgeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "judge",
    abstract: "Repeats a verdict of 'bench gate' from its evidence; runs nothing.",
    discussion: """
      Of a folder that 'bench gate certify' wrote, it repeats the certificate.

      Examples:
        bench gate judge Results/2026-01-31T120000Z-gate
        bench gate judge Results/2026-01-31T120000Z-gate --tolerance 10% --alpha 0.001

      Exit codes: as 'bench gate' or 'bench gate certify'; 2 for a run that failed or was interrupted; 64
      for a folder that holds no evidence.
      """)

  @Argument(help: "The folder with the evidence.", completion: .directory)
  var folder: String

  @Option(help: ArgumentHelp("Confirm a paired change below this adjusted p.", valueName: "level"))
  var alpha: Share?

  @Option(
    help: ArgumentHelp("Allow this much paired change in every cell, as in 5%.", valueName: "share")
  )
  var tolerance: Share?

  @OptionGroup var reporting: GateReportOptions

  func run() throws {
    try reporting.reportingErrors {
      let url = URL(fileURLWithPath: folder, isDirectory: true)
      if CertifyFolder(url).isThere { return try certificate(url) }
      let report = try Self.report(url, alpha: alpha?.value, tolerance: tolerance?.value)
      try reporting.show(report)
      if report.verdict.exitCode != 0 { throw ExitCode(report.verdict.exitCode) }
    }
  }

  private func certificate(_ folder: URL) throws {
    guard reporting.junit == nil else {
      throw ValidationError("A certificate is no JUnit report. Leave out --junit.")
    }
    let certificate = try CertifyFolder(folder).certificate(strategies: Registered.strategies) {
      $0.relax(alpha: alpha?.value, tolerance: tolerance?.value)
    }
    try CertificateText.show(certificate, reporting.format)
    if certificate.exitCode != 0 { throw ExitCode(certificate.exitCode) }
  }

  /// The verdict that the evidence in `folder` gives, both halves as far as they are there.
  static func report(_ folder: URL, alpha: Double?, tolerance: Double?) throws -> GateReport {
    let baseline = folder.appendingPathComponent("baseline", isDirectory: true)
    let paired = PairedFolder(folder)
    let hasExact = FileManager.default.fileExists(atPath: baseline.path)
    guard hasExact || paired.hasTrials else {
      throw HarnessError.badResults(
        file: folder.path, line: nil, cause: "it holds no evidence of a gate.")
    }
    var cells: [GateCell] = []
    var notChecked: [String] = []
    var verdicts: [PairedVerdict] = []
    if hasExact {
      let candidate = folder.appendingPathComponent(Gate.candidateFolder, isDirectory: true)
      guard FileManager.default.fileExists(atPath: candidate.path) else {
        throw HarnessError.cannotCheck(
          what: folder.relativePath, cause: "its exact half did not come to its end.")
      }
      let judgement = try ExactJudgement(
        GateBaseline(folder: baseline), GateBaseline(folder: candidate),
        folder: baseline.relativePath)
      cells += judgement.cells
      notChecked += judgement.notChecked
    } else {
      notChecked.append("the exact half: there is no evidence of it")
    }
    if paired.hasTrials {
      var evidence = try paired.whole()
      evidence.settings.suite.relax(alpha: alpha, tolerance: tolerance)
      verdicts = PairedJudgement(evidence).verdicts()
    } else {
      notChecked.append("the paired half: there is no evidence of it")
    }
    return GateReport(
      cells: cells, notChecked: notChecked, evidence: folder.relativePath,
      paired: verdicts)
  }
}

extension PairedSuite {
  /// Judges by other limits, where they are given.
  fileprivate mutating func relax(alpha: Double?, tolerance: Double?) {
    if let alpha { confirmLevel = alpha }
    guard let tolerance else { return }
    for index in metrics.indices {
      metrics[index].tolerance = tolerance
      metrics[index].noisyTolerance = tolerance
    }
  }
}
