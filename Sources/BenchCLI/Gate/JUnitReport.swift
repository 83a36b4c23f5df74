import BenchReport

/// The report as JUnit XML (schema of the Jenkins xUnit plugin), with a suite per check and a case per combination.
enum JUnitReport {
  static func text(_ report: GateReport) -> String {
    let suites = GateFinding.Check.allCases.map { check in
      let codes = report.combinations.filter { $0.check == check }.map(\.verdict.exitCode)
      let errors = codes.count { $0 == 3 }
      let failures = codes.count { $0 != 0 } - errors
      return suite(
        check.rawValue, "failures=\"\(failures)\" errors=\"\(errors)\"",
        report.combinations.filter { $0.check == check }.map(testCase))
    }
    let skipped = report.notChecked.enumerated().map { number, reason in
      "    <testcase classname=\"not-checked\" name=\"\(number + 1)\">"
        + "<skipped message=\"\(escaped(reason))\"/></testcase>\n"
    }
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"bench gate\">\n"
      + suites.joined() + suite("not checked", "skipped=\"\(skipped.count)\"", skipped)
      + "</testsuites>\n"
  }

  private static func suite(_ name: String, _ counts: String, _ cases: [String]) -> String {
    cases.isEmpty
      ? ""
      : "  <testsuite name=\"\(name)\" tests=\"\(cases.count)\" \(counts)>\n" + cases.joined()
        + "  </testsuite>\n"
  }

  private static func testCase(_ combination: GateReport.Remark) -> String {
    let owner = escaped("\(combination.check.rawValue).\(combination.cell.strategy)")
    let name = "    <testcase classname=\"\(owner)\" name=\"\(escaped(combination.cell.workload))\""
    guard !combination.findings.isEmpty else { return name + "/>\n" }
    let message = " message=\"\(combination.verdict.rawValue)\""
    let (element, attribute) =
      switch combination.verdict.exitCode {
      case 0: ("system-out", "")
      case 3: ("error", message)
      default: ("failure", message)
      }
    let text = escaped(combination.texts.joined(separator: "\n"))
    return name + ">\n      <\(element)\(attribute)>\(text)</\(element)>\n    </testcase>\n"
  }

  /// Escapes text and attributes. Drops control characters except line feeds and tabs: XML 1.0 cannot represent most.
  static func escaped(_ text: String) -> String {
    let escapes = ["&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;"]
    return text.unicodeScalars.filter { $0.value >= 32 || "\n\t".unicodeScalars.contains($0) }
      .map { escapes["\($0)"] ?? "\($0)" }.joined()
  }
}
