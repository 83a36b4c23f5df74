import Dispatch

/// CPU work of a known length: what a view costs in real time.
///
/// Calibrated once a run, so that every trial of it does the same number of rounds, whatever the
/// machine does meanwhile.
public struct ReloadWork: Codable, Sendable, Equatable {
  /// How many rounds of work take a nanosecond.
  public let roundsPerNanosecond: Double

  /// Work of a known speed.
  public init(roundsPerNanosecond: Double) {
    self.roundsPerNanosecond = roundsPerNanosecond
  }

  /// Times the work: the fastest of many short pieces, for whatever disturbs only makes it slower.
  /// Takes about 50 ms.
  public static func calibrated() -> ReloadWork {
    let rounds = 200_000
    var fastest = UInt64.max
    for _ in 0..<100 {
      let start = DispatchTime.now().uptimeNanoseconds
      work(rounds: rounds)
      fastest = min(fastest, DispatchTime.now().uptimeNanoseconds - start)
    }
    return ReloadWork(roundsPerNanosecond: Double(rounds) / Double(max(1, fastest)))
  }

  /// Works for as long as `nanoseconds` took at calibration.
  func spend(nanoseconds: UInt64) {
    Self.work(rounds: Int(Double(nanoseconds) * roundsPerNanosecond))
  }

  /// A chain of dependent operations, which no compiler can shorten: each round needs the last.
  @inline(never)
  private static func work(rounds: Int) {
    var state: UInt64 = 0x9E37_79B9_7F4A_7C15
    for _ in 0..<rounds {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
    }
    precondition(state != 0, "Xorshift never reaches zero.")
  }
}
