import Foundation

/// What a certification runs: `certify.json`.
public struct CertifySettings: Codable, Sendable, Equatable {
  /// The schema of the evidence.
  public var schema = ResultsTables.schemaVersion
  /// What each run of the gate runs, and how it is judged.
  public var suite: PairedSuite
  /// Whether only the suite's first cells are run.
  public var isQuick: Bool
  /// The regressions that are made on purpose.
  public var effects: [Injection]
  /// Whether another thread keeps a core busy during half of the trials.
  public var isBurnt: Bool
  /// The program that plays both builds.
  public var executable: String
  /// The calibrated work that all trials share.
  public var work: ReloadWork

  /// What people ask of a gate: reloads 5 to 30 % dearer, one more allocation an update, one in
  /// twenty merges missed.
  public static let effects: [Injection] = [
    .work(factor: 1.05), .work(factor: 1.1), .work(factor: 1.2), .work(factor: 1.3), .allocation,
    .missedMerge(share: 0.05),
  ]

  /// Makes settings.
  public init(
    suite: PairedSuite, isQuick: Bool, effects: [Injection] = Self.effects, isBurnt: Bool,
    executable: String, work: ReloadWork
  ) {
    self.suite = suite
    self.isQuick = isQuick
    self.effects = effects
    self.isBurnt = isBurnt
    self.executable = executable
    self.work = work
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
