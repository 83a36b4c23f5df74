import BenchHarness
import Foundation

/// What a certification runs: `certify.json`.
package struct CertifySettings: Codable, Sendable, Equatable {
  /// The schema of the evidence.
  package var schema = ResultsTables.schemaVersion
  /// What each run of the gate runs, and how it is judged.
  package var suite: PairedSuite
  /// Whether only the suite's first cells are run.
  package var isQuick: Bool
  /// The regressions that are made on purpose.
  package var effects: [Effect]
  /// Whether another thread keeps a core busy during half of the trials.
  package var hasBackgroundLoad: Bool
  /// The program that plays both builds.
  package var executable: String
  /// Its contents as a digest; nil in older certifications.
  package var build: String?
  /// The calibrated work that all trials share.
  package var work: ReloadWork

  /// What people ask of a gate: reloads 5 to 30 % dearer, one more allocation an update, one in
  /// twenty merges missed.
  package static let effects: [Effect] = [
    .work(factor: 1.05), .work(factor: 1.1), .work(factor: 1.2), .work(factor: 1.3), .allocation,
    .missedMerge(share: 0.05),
  ]

  /// Makes settings.
  package init(
    suite: PairedSuite, isQuick: Bool, effects: [Effect] = Self.effects, hasBackgroundLoad: Bool,
    executable: String, build: String? = nil, work: ReloadWork
  ) {
    self.suite = suite
    self.isQuick = isQuick
    self.effects = effects
    self.hasBackgroundLoad = hasBackgroundLoad
    self.executable = executable
    self.build = build
    self.work = work
  }

  /// Attempts of which every block was run, whatever became of its trials: what a void one hides from
  /// the gate counts as missed.
  func finishedAttempts(_ power: [PowerTrial]) -> Set<Int> {
    let blocks = (suite.screenBlocks + suite.confirmBlocks) * family(1).cells.count
    let last = 2 * (effects.count + 2)
    let ends = power.filter { $0.trial.position == last }
    return Set(
      Dictionary(grouping: ends, by: \.attempt).filter { _, trials in
        Set(trials.map { "\($0.trial.cell.text) \($0.trial.phase) \($0.trial.block)" }).count
          == blocks
      }.keys)
  }

  /// One run of the gate with the same build on both sides, other arrivals and another order each
  /// time.
  func family(_ number: Int) -> PairedSettings {
    var suite = suite
    suite.seed = suite.seed &+ UInt64(number) &* 0x9E37_79B9
    return PairedSettings(
      suite: suite, isQuick: isQuick, base: executable, candidate: executable, work: work)
  }
}
