/// CPU work of a known duration, which stands in for a view's cost. Calibrated once per run to make trials comparable.
package struct ReloadWork: Codable, Sendable, Equatable {
  package let roundsPerNanosecond: Double

  package init(roundsPerNanosecond: Double) {
    self.roundsPerNanosecond = roundsPerNanosecond
  }

  /// Calibrates by the fastest of 100 short runs, because interruptions can only slow a run down. Takes about 50 ms.
  package static func calibrated() -> ReloadWork {
    let rounds = 200_000
    var fastest = UInt64.max
    var state = seed
    for _ in 0..<100 {
      let start = Clocks.uptime
      state = work(rounds: rounds, from: state)
      fastest = min(fastest, Clocks.uptime - start)
    }
    precondition(state != 0, "Xorshift never reaches zero.")
    return ReloadWork(roundsPerNanosecond: Double(rounds) / Double(max(1, fastest)))
  }

  func spend(nanoseconds: UInt64) {
    let state = Self.work(rounds: Int(Double(nanoseconds) * roundsPerNanosecond), from: Self.seed)
    precondition(state != 0, "Xorshift never reaches zero.")
  }

  private static let seed: UInt64 = 0x9E37_79B9_7F4A_7C15

  /// Each operation needs the previous result, so compilers cannot shorten the loop. `seed` may be an earlier result.
  @inline(never)
  private static func work(rounds: Int, from seed: UInt64) -> UInt64 {
    var state = seed
    for _ in 0..<rounds {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
    }
    return state
  }
}
