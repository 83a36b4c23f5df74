import BenchHarness
import BenchReport
import Foundation

/// What GitHub Actions is told besides: annotations, and a summary of the job. Elsewhere nothing.
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

  /// An error for each combination that regressed or failed, a warning for whatever was not told or not checked.
  func annotate(_ report: GateReport) {
    guard isActive else { return }
    Self.annotations(report).forEach(Output.note)
  }

  func annotate(_ error: BenchError) {
    if isActive { Output.note(Self.annotation("error", "\(ProgramName.text) gate", "\(error)")) }
  }

  /// Appends to the job's summary; where that cannot be written, the gate goes on and says so.
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
    // What an option left out, or would have asked for, is no surprise.
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

/// The gate's verdict as JUnit XML, which every CI service reads: a suite for each check, a case for
/// each cell. The schema is that of the Jenkins xUnit plugin.
enum JUnitReport {
  static func text(_ report: GateReport) -> String {
    let suites = GateFinding.Check.allCases.compactMap { check in
      let cells = report.combinations.filter { $0.check == check }
      return cells.isEmpty ? nil : suite(check, cells)
    }
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"bench gate\">\n"
      + suites.joined() + skipped(report.notChecked) + "</testsuites>\n"
  }

  private static func suite(_ check: GateFinding.Check, _ cells: [GateReport.Remark]) -> String {
    let failures = cells.count { [1, 2].contains($0.verdict.exitCode) }
    let errors = cells.count { $0.verdict.exitCode == 3 }
    return "  <testsuite name=\"\(check.rawValue)\" tests=\"\(cells.count)\" "
      + "failures=\"\(failures)\" errors=\"\(errors)\">\n"
      + cells.map(testCase).joined() + "  </testsuite>\n"
  }

  private static func testCase(_ combination: GateReport.Remark) -> String {
    let name =
      "    <testcase classname=\"\(escaped("\(combination.check.rawValue).\(combination.strategy)"))\" "
      + "name=\"\(escaped(combination.workloads[0]))\""
    guard !combination.findings.isEmpty else { return name + "/>\n" }
    let text = escaped(combination.texts.joined(separator: "\n"))
    let element =
      switch combination.verdict.exitCode {
      case 0: "system-out"
      case 3: "error"
      default: "failure"
      }
    let message =
      element == "system-out" ? "" : " message=\"\(escaped(combination.verdict.rawValue))\""
    return name + ">\n      <\(element)\(message)>\(text)</\(element)>\n    </testcase>\n"
  }

  private static func skipped(_ notChecked: [String]) -> String {
    guard !notChecked.isEmpty else { return "" }
    return "  <testsuite name=\"not checked\" tests=\"\(notChecked.count)\" "
      + "skipped=\"\(notChecked.count)\">\n"
      + notChecked.enumerated().map { number, reason in
        "    <testcase classname=\"not-checked\" name=\"\(number + 1)\">"
          + "<skipped message=\"\(escaped(reason))\"/></testcase>\n"
      }.joined() + "  </testsuite>\n"
  }

  /// For text and attributes. XML 1.0 has no way to write most control characters.
  static func escaped(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "") { escaped, scalar in
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "\n", "\t": escaped.unicodeScalars.append(scalar)
      default: if scalar.value >= 32 { escaped.unicodeScalars.append(scalar) }
      }
    }
  }
}
