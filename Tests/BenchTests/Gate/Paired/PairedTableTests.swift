@testable import BenchHarness
import Foundation
import Testing

@testable import BenchReport

@Suite(.timeLimit(.minutes(15))) struct PairedTableTests {
  private let folder: TemporaryFolder
  private var pair = SyntheticPair()

  init() throws { folder = try TemporaryFolder() }

  @Test mutating func whatIsWrittenIsReadBack() throws {
    var evidence = pair.evidence()
    evidence.trials[3].outcome = .void
    evidence.trials[3].detail = "late, by \"6\" ms"
    evidence.trials[3].values = [:]
    for index in evidence.trials.indices {
      evidence.trials[index].values = evidence.trials[index].values.mapValues { $0.rounded() }
    }
    var written = PairedEvidence(settings: evidence.settings)
    try written.begin(in: folder.url)
    for trial in evidence.trials.prefix(40) { try written.append(trial, in: folder.url) }
    evidence.trials = Array(evidence.trials.prefix(40))
    #expect(written == evidence)
    #expect(try PairedEvidence(folder.url) == evidence)
    #expect(!PairedEvidence.isComplete(in: folder.url))
  }

  @Test mutating func rowThatWasCutOffIsIgnored() throws {
    let evidence = pair.evidence()
    let text = evidence.header + evidence.line(evidence.trials[0]) + "1,screen,stra"
    #expect(try PairedEvidence.trials(text, file: "f").count == 1)
  }

  @Test mutating func trialThatStandsThereTwiceIsRefusedWithItsLine() throws {
    let evidence = pair.evidence()
    let lines = evidence.trials.prefix(2).map(evidence.line)
    let text = evidence.header + lines.joined() + lines[0]
    let error = #expect(throws: BenchError.self) { try PairedEvidence.trials(text, file: "f") }
    guard case .badResults("f", 4, let cause) = error else {
      Issue.record("not line 4: \(String(describing: error))")
      return
    }
    #expect(cause.contains("line 2"))
  }

  @Test mutating func linesAreCountedAsTheyStandInTheFile() throws {
    var evidence = pair.evidence()
    evidence.trials[0].outcome = .void
    evidence.trials[0].detail = "first line\nsecond line"
    let lines = evidence.trials.prefix(2).map(evidence.line)
    let text = evidence.header + lines.joined() + lines[1]
    #expect(
      throws: BenchError.badResults(
        file: "f", line: 5, cause: "it holds the same trial as line 4. Remove one of the two.")
    ) { try PairedEvidence.trials(text, file: "f") }
  }

  @Test(arguments: ["", "a,b\n1,2\n"])
  func foreignTableIsRefused(text: String) {
    #expect(throws: BenchError.self) { try PairedEvidence.trials(text, file: "f") }
  }

  @Test mutating func badRowIsRefusedWithItsLine() throws {
    let evidence = pair.evidence()
    let line = evidence.line(evidence.trials[0])
    for bad in [
      line.replacing("screen", with: "scream"), line.replacing(",ok,", with: ",fine,"),
      "9" + line.dropFirst(), line.replacing("base", with: "both"),
    ] {
      let error = #expect(throws: BenchError.self) {
        try PairedEvidence.trials(evidence.header + line + bad, file: "f")
      }
      guard case .badResults("f", 3, _) = error else {
        Issue.record("not line 3: \(String(describing: error))")
        continue
      }
    }
  }

  @Test mutating func damagedEvidenceIsNamedWithItsPlaceAndIsNoWrongOption() throws {
    let evidence = pair.evidence()
    #expect(!PairedEvidence.lies(in: folder.url))
    var written = PairedEvidence(settings: evidence.settings)
    try written.begin(in: folder.url)
    #expect(PairedEvidence.lies(in: folder.url))
    try written.append(evidence.trials[0], in: folder.url)
    let trials = folder.url.appendingPathComponent("paired.csv")
    let good = try String(contentsOf: trials, encoding: .utf8)
    let last = try #require(good.lastIndex(of: ","))
    for figure in ["abc", "nan", "1e999"] {
      let damaged = String(good[...last]) + figure + "\n"
      try damaged.write(to: trials, atomically: true, encoding: .utf8)
      let error = #expect(throws: BenchError.self) { try PairedEvidence(folder.url) }
      let name = evidence.settings.suite.metrics[0].name
      #expect(
        error
          == .badEvidence(
            file: trials.path, line: 2, cause: "'\(figure)' cannot stand in the column \(name)."))
      #expect(error?.isUsage == false)
    }
    try FileManager.default.removeItem(at: folder.url.appendingPathComponent("settings.json"))
    let gone = #expect(throws: BenchError.self) { try PairedEvidence(folder.url) }
    #expect(gone?.isUsage == false)
  }

  @Test mutating func settingsThatCannotHaveBeenAreRefused() throws {
    let changes: [(inout PairedSuite) -> Void] = [
      { $0.screenBlocks = -1 }, { $0.screenBlocks = .max }, { $0.confirmBlocks = .max },
      { $0.confirmedCells = -1 }, { $0.quickCells = -1 }, { $0.confirmLevel = 2 },
    ]
    for change in changes {
      var evidence = pair.evidence()
      change(&evidence.settings.suite)
      try evidence.begin(in: folder.url)
      let error = #expect(throws: BenchError.self) { try PairedEvidence(folder.url) }
      #expect(error?.description.contains("settings.json: ") == true)
    }
  }

  @Test func folderWithoutEvidenceIsRefused() {
    #expect(throws: BenchError.self) { try PairedEvidence(folder.url) }
  }

  @Test mutating func verdictsHaveTheColumnsThatReadersExpect() {
    let evidence = pair.evidence()
    let text = evidence.table(PairedJudgement(evidence).verdicts())
    #expect(
      text.hasPrefix(
        "schema,suite,half,strategy,workload,metric,unit,estimate,low,high,floor,tolerance,verdict\n"
          + "1,full,paired,strategy-0,steady,cpu_main_per_delivery_us,µs,"))
  }
}
