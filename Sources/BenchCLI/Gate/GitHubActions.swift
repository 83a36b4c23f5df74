import BenchHarness
import BenchReport
import Foundation

/// Writes annotations and a job summary in GitHub Actions; does nothing elsewhere. Source: GitHub Docs, "Workflow
/// commands for GitHub Actions".
enum GitHubActions {
  private static let environment = ProcessInfo.processInfo.environment
  private static let isActive = environment["GITHUB_ACTIONS"] == "true"
  /// GitHub shows at most ten annotations of each level per step.
  private static let maximumAnnotations = 10

  static func annotate(_ report: GateReport) {
    if isActive { annotations(report).forEach(Output.note) }
  }

  static func annotate(_ error: BenchError) {
    if isActive { Output.note(annotation("error", "\(ProgramName.text) gate", "\(error)")) }
  }

  /// Appends `markdown` to the summary of the job, if it has one; only warns if that fails.
  static func summarise(_ markdown: String) {
    guard let path = environment["GITHUB_STEP_SUMMARY"], !path.isEmpty else { return }
    do {
      let file = URL(fileURLWithPath: path)
      if !FileManager.default.fileExists(atPath: path) { try Data().write(to: file) }
      try Data(markdown.utf8).append(to: file)
    } catch {
      Output.note("Warning: the summary could not be appended to \(path).")
    }
  }

  /// Errors for regressions and failures; warnings for undecided or newly accepted findings and for skipped checks.
  static func annotations(_ report: GateReport) -> [String] {
    func told(_ entries: [GateReport.Remark]) -> [(title: String, text: String)] {
      entries.map {
        ("\($0.verdict.rawValue): \($0.title)", $0.texts.joined(separator: "\n"))
      }
    }
    // Leaves out the reasons that name an option, because the user knows which options were given.
    let unchecked = report.notChecked.filter { !$0.contains(" --") }
      .map { ("\(ProgramName.text) gate: not checked", $0) }
    return limited("error", told(report.entries.filter { [1, 2].contains($0.verdict.exitCode) }))
      + limited("warning", told(report.entries.filter(\.isWarning)) + unchecked)
  }

  /// As many annotations as GitHub shows. If that is not all, the last one says so.
  private static func limited(
    _ level: String, _ all: [(title: String, text: String)]
  ) -> [String] {
    var kept = all
    if all.count > maximumAnnotations {
      kept = Array(all.prefix(maximumAnnotations - 1))
      let title = "\(ProgramName.text) gate: \(all.count - kept.count) more"
      kept.append((title, "The summary of the job lists them all."))
    }
    return kept.map { annotation(level, $0.title, $0.text) }
  }

  private static func annotation(_ level: String, _ title: String, _ text: String) -> String {
    let title = escaped(title).replacing(":", with: "%3A").replacing(",", with: "%2C")
    return "::\(level) title=\(title)::\(escaped(text))"
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("%", with: "%25").replacing("\r", with: "%0D").replacing("\n", with: "%0A")
  }
}
