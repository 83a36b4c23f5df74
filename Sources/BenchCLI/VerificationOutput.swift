import BenchHarness
import BenchVerify

struct VerificationOutput {
  let verifications: [StrategyVerification]
  let showsAllSchedules: Bool

  func print(_ format: Format) throws {
    try format.show(verifications, csv: verifications.csv) { layout in
      matrices(layout) + "\n" + Self.legend
        + (layout == .terminal ? findings : findings.replacing("\n\n", with: "\n")) + summary
    }
  }

  private func matrices(_ layout: Layout) -> String {
    let names = verifications.map(\.strategy.count).max() ?? 0
    let all = Promise.allCases
    let columnWidth = 7
    let most = max(1, (Prose.width - names) / columnWidth)
    let count = (all.count + most - 1) / most
    let size = (all.count + count - 1) / count
    return stride(from: 0, to: all.count, by: size).map { start in
      let shown = start..<min(start + size, all.count)
      let titles = ["strategy"] + all[shown].map(\.column)
      let rows = verifications.map { verification in
        [verification.strategy]
          + verification.results[shown].map { Self.mark($0, of: verification) }
      }
      return Table(titles.map { Table.Column($0, .left) }, rows).text(layout)
    }.joined(separator: "\n")
  }

  private static func mark(
    _ result: PromiseResult, of verification: StrategyVerification
  ) -> String {
    switch result.verdict {
    case .pass: "ok"
    case .fail: verification.breaks[result.promise] == nil ? "FAIL" : "x"
    case .notPromised: "-"
    case .notChecked: "?"
    case .interrupted: "died"
    }
  }

  private static let legend: String = {
    let names = Promise.allCases.map { "\($0.column) \($0.rawValue)" }
    let marks = [
      "ok no violation found", "FAIL violation", "x known violation", "- not promised",
      "? not checked", "died process terminated",
    ]
    return lines(names) + lines(marks)
  }()

  private static func lines(_ parts: [String]) -> String {
    Prose.lines(of: parts, separator: ", ", width: Prose.width - 1).joined(separator: ",\n") + ".\n"
  }

  private var findings: String {
    verifications.flatMap { verification in
      let unseen = verification.unseen.map {
        "\(verification.strategy) is known to break \($0.rawValue), but did not."
      }
      return verification.results.filter { $0.verdict == .fail }
        .map { finding($0, of: verification) } + unseen.map { "\n" + Prose.line($0) }
    }.joined()
  }

  private func finding(_ result: PromiseResult, of verification: StrategyVerification) -> String {
    let name = "\(verification.strategy), \(result.promise.rawValue)"
    let isAlarm = verification.alarms.contains(result)
    var text = "\n" + Prose.line("\(isAlarm ? "FAIL " : "")\(name): \(result.detail).")
    if let reason = verification.breaks[result.promise] {
      text += Prose.line(
        "Known: \(reason.hasSuffix(".") ? String(reason.dropLast()) : reason).", after: "  ")
    }
    guard isAlarm || showsAllSchedules else { return text }
    if let seed = result.seed {
      text += "  Found in \(result.time.rawValue) time, with --strategy \(verification.strategy)"
      text += " --seed \(seed)\(result.schedule.isEmpty ? "." : ":")\n"
    }
    return text + result.schedule.map { "    \($0)\n" }.joined()
  }

  private var summary: String {
    let broken = verifications.filter { $0.results.contains { $0.verdict == .fail } }
    let known = broken.count(where: \.isAsExpected)
    let whole = verifications.count - broken.count
    var parts = ["No broken promise found in \(whole) of \(verifications.count) strategies"]
    if known > 0 { parts.append("\(known) had only known violations") }
    if known < broken.count { parts.append("\(broken.count - known) FAILED") }
    return "\n" + Prose.line(parts.joined(separator: "; ") + ".")
  }
}
