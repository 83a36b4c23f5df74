@testable import BenchHarness
import Foundation
import Testing

@testable import BenchReport
@testable import BenchMath

/// A certificate from evidence whose outcome is known.
@Suite struct CertificateTests {
  private static let effects: [Effect] = [
    .work(factor: 1.05), .work(factor: 1.1), .work(factor: 1.3), .missedMerge(share: 0.05),
  ]

  private let settings: CertifySettings

  init() {
    var suite = PairedSuite(cells: SyntheticPair.cells(2))
    suite.cells[0].strategy = "naive"
    suite.cells[1].strategy = "row-changes"
    suite.quickCells = 2
    settings = CertifySettings(
      suite: suite, isQuick: false, effects: Self.effects, hasBackgroundLoad: false,
      executable: "bench",
      work: ReloadWork(roundsPerNanosecond: 1))
  }

  private func family(_ seed: UInt64, changes: [Int: Double] = [:]) -> PairedEvidence {
    var pair = SyntheticPair(seed: seed)
    pair.suite = settings.suite
    pair.changes = changes
    return pair.evidence()
  }

  /// The blocks of an attempt, as the runner leaves them: reloads are 90 % of the cost.
  private func attempt(_ number: Int, visible: Bool = true) -> [PowerTrial] {
    var trials: [PowerTrial] = []
    var generator = SeededGenerator(seed: UInt64(number))
    for (phase, blocks) in [(PairedPhase.screen, 8), (.confirm, 20)] {
      for cell in settings.suite.cells {
        for block in 1...blocks {
          let there: [(PairedSide, Effect?)] =
            [(.base, nil), (.candidate, nil)] + Self.effects.map { (.candidate, $0) }
          for (position, place) in (there + there.reversed()).enumerated() {
            var value = 1_000 * (1 + 0.02 * (generator.nextUnit() - 0.5))
            if visible, case .work(let factor) = place.1 { value *= 1 + 0.9 * (factor - 1) }
            trials.append(
              PowerTrial(
                attempt: number, effect: place.1,
                trial: PairedTrial(
                  phase: phase, cell: cell, block: block, position: position + 1, side: place.0,
                  seed: 1, outcome: .ok, detail: "",
                  values: [settings.suite.metrics[0].name: value])))
          }
        }
      }
    }
    return trials
  }

  private func certificate(
    _ families: [PairedEvidence], _ power: [PowerTrial]
  ) -> Certificate {
    Certificate(settings, families: families, power: power, strategies: .standard)
  }

  @Test func quietFamiliesRaiseNoAlarm() {
    let certificate = certificate((1...20).map { family($0) }, [])
    #expect(certificate.falseAlarms == Certificate.Count(happened: 0, of: 20))
    #expect((certificate.falseAlarms.atMost * 100).rounded() == 14, "1 − 0.05^(1/20)")
    #expect(certificate.canBeBelieved)
    #expect(certificate.exitCode == 3)
    #expect(!certificate.isEnough, "20 families leave up to 14 %, and nothing was looked for.")
    #expect(certificate.cells.allSatisfy { $0.isSteady })
  }

  @Test func fiftyNineFamiliesAndAttemptsAreEnough() {
    var certificate = certificate([family(1)], attempt(1))
    certificate.falseAlarms = Certificate.Count(happened: 0, of: 59)
    #expect(certificate.isEnough)
    #expect(certificate.exitCode == 0)
    certificate.falseAlarms = Certificate.Count(happened: 0, of: 58)
    #expect(!certificate.isEnough)
    certificate.falseAlarms = Certificate.Count(happened: 0, of: 1_000)
    certificate.cells = []
    #expect(!certificate.isEnough)
  }

  @Test func alarmsAreCountedByFamily() {
    let families = (1...10).map { family($0, changes: $0 <= 2 ? [0: 0.4, 1: 0.4] : [:]) }
    let certificate = certificate(families, [])
    #expect(certificate.falseAlarms.happened == 2)
    #expect(certificate.exitCode == 1)
    #expect(!certificate.canBeBelieved)
  }

  @Test func effectsAreFoundByTheirSize() throws {
    let certificate = certificate(
      (1...2).map { family($0) }, (1...3).flatMap { attempt($0) })
    for cell in certificate.cells {
      let caught = cell.powers.map { $0.caught.happened }
      #expect(Array(caught.prefix(3)) == [0, 3, 3], "\(cell.cell.text)")
      #expect(abs(try #require(cell.smallestVisible) - 0.1) < 1e-9)
    }
    #expect(
      certificate.caught(.work(factor: 1.1), steadyOnly: true)
        == Certificate.Count(happened: 6, of: 6))
    #expect(certificate.blindCells.isEmpty)
  }

  /// Row changes are applied one by one; there is nothing to merge.
  @Test func effectThatCannotBefallACellIsNotCounted() {
    let certificate = certificate([family(1)], attempt(1))
    #expect(certificate.cells.map(\.powers.count) == [4, 3])
  }

  @Test func gateThatMissesThirtyPercentCannotBeBelieved() {
    let certificate = certificate([family(1)], attempt(1, visible: false))
    #expect(certificate.blindCells == settings.suite.cells)
    #expect(!certificate.canBeBelieved)
    #expect(certificate.cells.allSatisfy { $0.smallestVisible == nil })
  }

  /// What an unsteady machine hides, it hides from users too.
  @Test func inconclusiveFamilyIsAMiss() {
    var pair = SyntheticPair(seed: 1)
    pair.suite = settings.suite
    pair.nullChanges = [1: 0.5]
    let certificate = certificate([pair.evidence()], attempt(1))
    #expect(certificate.inconclusive.happened == 1)
    #expect(certificate.caught(.work(factor: 1.3), steadyOnly: false).happened == 0)
  }

  @Test func attemptSpoiltByLateProducersIsAMiss() {
    let spoilt = attempt(1).map { trial in
      var trial = trial
      if trial.trial.position == 2 * (Self.effects.count + 2) { trial.trial.outcome = .void }
      return trial
    }
    let certificate = certificate([family(1)], spoilt)
    #expect(
      certificate.caught(.work(factor: 1.3), steadyOnly: false)
        == Certificate.Count(happened: 0, of: 2))
  }

  @Test func attemptThatWasInterruptedIsNotCounted() {
    let whole = attempt(1)
    let certificate = certificate([family(1)], whole + attempt(2).prefix(200))
    #expect(certificate.caught(.work(factor: 1.3), steadyOnly: false).of == 2)
  }

  /// Half a family would raise no alarm.
  @Test func familyThatLacksATrialIsRefused() throws {
    let temporary = try TemporaryFolder()
    let folder = CertifyFolder(temporary.url)
    _ = try folder.begin(settings)
    let evidence = family(1)
    for (number, trials) in [(1, evidence.trials[...]), (2, evidence.trials.dropLast())] {
      try folder.family(number).begin(evidence.settings)
      for trial in trials { try folder.family(number).append(trial, evidence.settings) }
      try folder.family(number).write([], of: evidence.settings)
    }
    let error = try #require(throws: BenchError.self) { try folder.families() }
    #expect("\(error)".contains("families/2/paired.csv: it lacks a trial of "), "\(error)")
    #expect("\(error)".contains("Remove the folder families/2, and '"), "\(error)")
  }

  @Test func trialsAreReadBackAsTheyWereWritten() throws {
    let trials = Array(attempt(3).prefix(30)).map { trial in
      var trial = trial
      trial.trial.values = trial.trial.values.mapValues { $0.rounded() }
      return trial
    }
    let table = PowerTable(metrics: settings.suite.metrics.map(\.name))
    let text = table.header + trials.map(table.line).joined()
    #expect(try PowerTable.trials(text, file: "f") == trials)
    #expect(try PowerTable.trials(String(text.dropLast(5)), file: "f") == trials.dropLast())
    #expect(throws: BenchError.self) { try PowerTable.trials("a,b\n", file: "f") }
  }

  /// A later attempt has the plan of the first; only what stands twice in one counts twice.
  @Test func trialMayStandInEveryAttemptButTwiceInNone() throws {
    let trials = (1...2).flatMap { attempt($0).prefix(30) }
    let table = PowerTable(metrics: settings.suite.metrics.map(\.name))
    let text = table.header + trials.map(table.line).joined()
    #expect(try PowerTable.trials(text, file: "f").map(\.attempt) == trials.map(\.attempt))
    #expect(
      throws: BenchError.badResults(
        file: "f", line: 62, cause: "it holds the same trial as line 32. Remove one of the two.")
    ) { try PowerTable.trials(text + table.line(trials[30]), file: "f") }
  }

  @Test(arguments: [
    (",work=1.1,", ",work=often,"), (",screen,", ",scream,"), ("3,work", "\n3,work"),
  ])
  func trialThatCannotBeReadIsRefusedWithItsLine(part: String, instead: String) throws {
    let table = PowerTable(metrics: settings.suite.metrics.map(\.name))
    let trials = attempt(3)
    let trial = try #require(trials.first { $0.effect == .work(factor: 1.1) })
    let line = table.line(trial).replacing(part, with: instead)
    let text = table.header + table.line(trials[0]) + line
    let error = #expect(throws: BenchError.self) { try PowerTable.trials(text, file: "f") }
    guard case .badResults("f", 3, _) = error else {
      Issue.record("not line 3: \(String(describing: error))")
      return
    }
  }
}
