import BenchReport

/// The report as JUnit XML (schema of the Jenkins xUnit plugin), with a suite per check and a case per combination.
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
    let owner = escaped("\(combination.check.rawValue).\(combination.strategy)")
    let name = "    <testcase classname=\"\(owner)\" name=\"\(escaped(combination.workloads[0]))\""
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

  /// Escapes text and attributes. Drops control characters except line feeds and tabs: XML 1.0 cannot represent most.
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
