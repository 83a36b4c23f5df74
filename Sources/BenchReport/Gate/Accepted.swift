import BenchHarness
import Foundation

/// Regressions between two builds that are accepted up to a size, until a given day, for a given reason.
package struct Accepted: Sendable {
  package static let day = Date.ISO8601FormatStyle().year().month().day()

  /// Lists of names and globs. A name without parameters means any parameters.
  let strategy, workload, metric: String
  /// The largest accepted loss: 0.05 is 5 %.
  let upTo: Double
  /// The last day on which the entry is valid, such as 2027-01-31.
  let until: String
  let reason: String

  var name: String { "\(metric) of \(Cell(strategy, workload).text)" }

  var isValid: Bool { Date().formatted(Self.day) <= until }

  func covers(_ judged: Judged) -> Bool {
    Self.matches(strategy, judged.cell.strategy) && Self.matches(workload, judged.cell.workload)
      && Self.matches(metric, judged.metric)
  }

  private static func matches(_ list: String, _ key: String) -> Bool {
    items(list).contains { item in
      matchesGlob(item, key) || matchesGlob(item, key.withoutParameters)
    }
  }

  private static func items(_ list: String) -> [String] {
    list.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
  }

  /// Throws if a name matches nothing that the settings judge, or if no single figure matches all names.
  package func check(_ judged: [Judged]) throws {
    for (kind, list, known) in [
      ("strategy", strategy, judged.map(\.cell.strategy)),
      ("workload", workload, judged.map(\.cell.workload)), ("metric", metric, judged.map(\.metric)),
    ] {
      for item in Self.items(list) where !known.contains(where: { Self.matches(item, $0) }) {
        throw BenchError.unknownName(kind: kind, name: item, choices: known.distinct)
      }
    }
    guard judged.contains(where: covers) else {
      throw BenchError.badValue(
        what: "entry", value: name,
        expected: "strategies, workloads and metrics that these settings combine")
    }
  }
}

/// A figure of a combination that a check of two builds judges.
package struct Judged: Hashable, Sendable {
  let cell: Cell
  let metric: String
}

extension Accepted {
  /// Entries for regressions between two builds: one for each metric, as large as its worst change may be.
  package static func entries(
    for findings: [GateFinding], until: String, reason: String
  ) -> [Accepted] {
    let worse = findings.filter {
      [.paired, .instructions].contains($0.check) && $0.verdict == .regressed
    }
    return worse.compactMap(\.metric).distinct.compactMap { metric in
      let own = worse.filter { $0.metric == metric }
      // A finding over all combinations applies to every name.
      let isOfAll = own.contains { $0.cell == PairedJudgement.allCells }
      func list(_ name: (Cell) -> String) -> String {
        isOfAll ? "*" : own.map { name($0.cell) }.distinct.joined(separator: ",")
      }
      return own.compactMap(\.largestLoss).max().map { loss in
        Accepted(
          strategy: list(\.strategy), workload: list(\.workload), metric: metric,
          upTo: (loss * 100).rounded(.up) / 100, until: until, reason: reason)
      }
    }
  }

  /// The entry as a line of the settings.
  package var line: String {
    func quoted(_ text: String) -> String {
      "\"\(text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
    }
    return "- { strategy: \(quoted(strategy)), workload: \(quoted(workload)), metric: \(metric), "
      + "up-to: \(FigureText.threeDigits(upTo * 100))%, until: \(until), reason: \(quoted(reason)) }"
  }
}
