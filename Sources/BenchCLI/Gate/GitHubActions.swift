import BenchHarness
import BenchReport
import Foundation

/// Annotations and a summary of the job in GitHub Actions; nothing elsewhere.
///
/// Source: GitHub Docs, "Workflow commands for GitHub Actions".
struct GitHubActions {
  private let isActive: Bool
  private let summaryPath: String?
  /// Ten annotations of a kind are shown a step.
  private static let maximumAnnotations = 10

  init(environment: [String: String]) {
    isActive = environment["GITHUB_ACTIONS"] == "true"
    summaryPath = environment["GITHUB_STEP_SUMMARY"].flatMap { $0.isEmpty ? nil : $0 }
  }

  /// An error for each combination that regressed or failed, a warning for the undecided and the unchecked.
  func annotate(_ report: GateReport) {
    guard isActive else { return }
    Self.annotations(report).forEach(Output.note)
  }

  func annotate(_ error: BenchError) {
    if isActive { Output.note(Self.annotation("error", "\(ProgramName.text) gate", "\(error)")) }
  }

  /// Appends to the job's summary; only warns if that fails.
  func summarise(_ markdown: String) {
    guard let summaryPath else { return }
    do {
      let file = URL(fileURLWithPath: summaryPath)
      if !FileManager.default.fileExists(atPath: summaryPath) { try Data().write(to: file) }
      try Data(markdown.utf8).append(to: file)
    } catch {
      Output.note("Warning: the summary could not be appended to \(summaryPath).")
    }
  }

  static func annotations(_ report: GateReport) -> [String] {
    func annotations(_ level: String, _ exitCodes: Set<Int32>) -> [String] {
      report.remarks.filter { exitCodes.contains($0.verdict.exitCode) }.map { remark in
        annotation(
          level, "\(remark.verdict.rawValue): \(GateSentences.title(remark))",
          remark.texts.joined(separator: "\n"))
      }
    }
    // The user knows what an option left out, or would have asked for.
    let unchecked = report.notChecked.filter { !$0.contains(" --") }
    let warnings =
      annotations("warning", [3])
      + unchecked.map { annotation("warning", "\(ProgramName.text) gate: not checked", $0) }
    return Array(
      annotations("error", [1, 2]).prefix(maximumAnnotations) + warnings.prefix(maximumAnnotations))
  }

  private static func annotation(_ level: String, _ title: String, _ text: String) -> String {
    let title = escaped(title).replacing(":", with: "%3A").replacing(",", with: "%2C")
    return "::\(level) title=\(title)::\(escaped(text))"
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("%", with: "%25").replacing("\r", with: "%0D").replacing("\n", with: "%0A")
  }
}
