import BenchReport
import BenchHarness
import Foundation

/// A certificate, for people.
enum CertificateText {
  /// Prints it in `format`.
  static func show(_ certificate: Certificate, _ format: Format) throws {
    switch format {
    case .table, .csv: Output.show(text(certificate, .terminal))
    case .markdown: Output.show(text(certificate, .markdown))
    case .json: try Output.show(json: certificate)
    }
  }

  private static func text(_ certificate: Certificate, _ layout: Layout) -> String {
    rates(certificate, layout) + "\n" + cells(certificate, layout) + "\n" + findings(certificate)
  }

  private static func rates(_ certificate: Certificate, _ layout: Layout) -> String {
    var rows = [
      row("false alarms", certificate.falseAlarms, isMiss: true),
      row("called better", certificate.falseImprovements, isMiss: true),
      row("inconclusive", certificate.inconclusive, isMiss: true),
    ]
    for effect in effects(certificate) {
      rows.append(row("found: \(words(effect))", certificate.caught(effect, steadyOnly: false)))
      rows.append(
        row("found: \(words(effect)), steady cells", certificate.caught(effect, steadyOnly: true)))
    }
    return FieldTable.text(
      titles: ["what", "times", "share", "with 95 % confidence"], rows: rows, layout: layout)
      + (certificate.hasBackgroundLoad
        ? "\nA core was kept busy during half of the trials.\n" : "\n")
  }

  private static func row(
    _ title: String, _ count: Certificate.Count, isMiss: Bool = false
  ) -> [String] {
    let times = "\(count.happened) of \(count.of)"
    guard let happened = count.share else { return [title, times, "–", "–"] }
    let bound = isMiss ? "at most " + share(count.atMost) : "at least " + share(count.atLeast)
    return [title, times, share(happened), bound]
  }

  private static func cells(_ certificate: Certificate, _ layout: Layout) -> String {
    let effects = effects(certificate)
    let rows = certificate.cells.map { row($0, effects) }
    return FieldTable.text(
      titles: ["cell", "CV", "floor"] + effects.map(words) + ["smallest visible"], rows: rows,
      layout: layout)
  }

  private static func row(_ cell: Certificate.Cell, _ effects: [Effect]) -> [String] {
    let caught = effects.map { effect in
      cell.powers.first { $0.effect == effect }.map { "\($0.caught.happened)/\($0.caught.of)" }
    }
    let smallest = cell.smallestVisible.map { "+" + share($0) }
    return
      ([cell.cell.text, cell.variation.map(share), cell.floor.map(share)] + caught + [smallest])
      .map { $0 ?? "–" }
  }

  private static func findings(_ certificate: Certificate) -> String {
    let blind = certificate.blindCells.map(\.text).joined(separator: "; ")
    let verdict =
      switch (certificate.canBeBelieved, certificate.isEnough) {
      case (false, _): "The gate cannot be trusted on this machine.\n"
      case (true, true): "The gate can be trusted on this machine.\n"
      case (true, false):
        Prose.wrapped(
          "Nothing counts against the gate so far, but it takes 59 families without a false alarm to "
            + "say that there are at most 5 %, and attempts to say what it finds.")
      }
    return
      (blind.isEmpty
      ? "" : Prose.wrapped("Work that takes 30 % longer went unnoticed in \(blind)."))
      + verdict
  }

  private static func effects(_ certificate: Certificate) -> [Effect] {
    certificate.cells.flatMap(\.powers).map(\.effect).reduce(into: []) { effects, effect in
      if !effects.contains(effect) { effects.append(effect) }
    }
  }

  private static func words(_ effect: Effect) -> String {
    switch effect {
    case .work(let factor): "work +\(share(factor - 1))"
    case .allocation: "+1 allocation"
    case .missedMerge(let missed): "\(share(missed)) missed"
    }
  }

  private static func share(_ value: Double) -> String {
    // A factor of 1.1 less 1 is 10 % and some 10⁻¹⁴.
    let percent = (value * 1e6).rounded() / 1e4
    return percent == percent.rounded() || percent >= 20
      ? String(format: "%.0f %%", percent) : String(format: "%.1f %%", percent)
  }
}
