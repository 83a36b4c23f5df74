import BenchReport
import BenchHarness

/// The gate's verdict as JUnit XML, which every CI service reads: a suite for each check, a case for
/// each cell. The schema is that of the Jenkins xUnit plugin.
enum JUnitReport {
  static func text(_ report: GateReport) -> String {
    let suites = GateCell.Check.allCases.compactMap { check in
      let cells = report.cells.filter { $0.check == check }
      return cells.isEmpty ? nil : suite(check, cells)
    }
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"bench gate\">\n"
      + suites.joined() + skipped(report.notChecked) + "</testsuites>\n"
  }

  private static func suite(_ check: GateCell.Check, _ cells: [GateCell]) -> String {
    let failures = cells.count { $0.verdict == .regressed }
    let errors = cells.count { $0.verdict.exitCode == 3 }
    return "  <testsuite name=\"\(check.rawValue)\" tests=\"\(cells.count)\" "
      + "failures=\"\(failures)\" errors=\"\(errors)\">\n"
      + cells.map(testCase).joined() + "  </testsuite>\n"
  }

  private static func testCase(_ cell: GateCell) -> String {
    let name =
      "    <testcase classname=\"\(escaped("\(cell.check.rawValue).\(cell.strategy)"))\" "
      + "name=\"\(escaped(cell.workload))\""
    guard !cell.findings.isEmpty else { return name + "/>\n" }
    let text = escaped(cell.findings.map(\.text).joined(separator: "\n"))
    let element =
      switch cell.verdict.exitCode {
      case 0: "system-out"
      case 1: "failure"
      default: "error"
      }
    let message =
      element == "system-out" ? "" : " message=\"\(escaped(cell.verdict.rawValue))\""
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
