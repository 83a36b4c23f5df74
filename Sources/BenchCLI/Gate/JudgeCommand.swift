import ArgumentParser
import BenchReport
import BenchHarness
import Foundation

/// `bench gate judge`: a verdict of the gate once more, from its evidence.
struct JudgeCommand: BenchSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "judge",
    abstract: "Repeats a verdict of 'bench gate' from its evidence; runs nothing.",
    discussion: """
      Examples:
        bench gate judge Results/2026-01-31T120000Z-gate
        bench gate judge Results/2026-01-31T120000Z-gate --tolerance 10% --alpha 0.001

      Exit codes: as 'bench gate'; 2 for a run that failed or was interrupted, and for evidence that is
      damaged; 64 for a folder that holds none.
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

  func run(_ bench: Bench) throws {
    try reporting.annotatingErrors {
      let url = URL(fileURLWithPath: folder, isDirectory: true)
      let report = try Self.report(url, alpha: alpha?.value, tolerance: tolerance?.value)
      try reporting.show(report)
      if report.verdict.exitCode != 0 { throw ExitCode(report.verdict.exitCode) }
    }
  }

  /// The verdict that the evidence in `folder` gives, all checks as far as they are there.
  static func report(_ folder: URL, alpha: Double?, tolerance: Double?) throws -> GateReport {
    let exact = try exact(in: folder)
    let paired = try paired(in: PairedFolder(folder), alpha: alpha, tolerance: tolerance)
    let counted =
      InstructionJudgement.hasEvidence(in: folder) ? try InstructionJudgement(folder) : nil
    guard exact != nil || paired != nil || counted != nil else {
      throw BenchError.badResults(
        file: folder.path, line: nil, cause: "it holds no evidence of a gate.")
    }
    let notChecked = [
      exact?.notChecked ?? ["the exact check: there is no evidence of it"],
      paired == nil ? ["the paired check: there is no evidence of it"] : [],
      counted?.notChecked ?? ["instructions: there is no evidence of them"],
    ]
    return GateReport(
      cells: (exact?.cells ?? []) + (counted?.cells ?? []),
      notChecked: notChecked.flatMap { $0 }, evidence: folder.relativePath, paired: paired ?? [],
      instructions: counted?.counts ?? [])
  }

  private static func exact(in folder: URL) throws -> ExactJudgement? {
    let isThere = { (file: URL) in FileManager.default.fileExists(atPath: file.path) }
    let baseline = folder.appendingPathComponent("baseline", isDirectory: true)
    let candidate = folder.appendingPathComponent(Gate.candidateFolder, isDirectory: true)
    let request = folder.appendingPathComponent(Gate.exactRequest)
    guard [baseline, candidate, request].contains(where: isThere) else { return nil }
    guard isThere(baseline), isThere(candidate) else {
      throw BenchError.cannotCheck(
        what: folder.relativePath, cause: "its exact check did not come to its end.")
    }
    return try ExactJudgement(
      GateBaseline(evidence: baseline), GateBaseline(evidence: candidate),
      folder: baseline.relativePath)
  }

  private static func paired(
    in folder: PairedFolder, alpha: Double?, tolerance: Double?
  ) throws -> [PairedVerdict]? {
    guard folder.hasEvidence else { return nil }
    var evidence = try folder.whole()
    evidence.settings.suite.relax(alpha: alpha, tolerance: tolerance)
    return PairedJudgement(evidence).verdicts()
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
