import Dispatch

/// CPU work of a known duration: a view's cost in real time. Calibrated once per run, so that trials are comparable.
package struct ReloadWork: Codable, Sendable, Equatable {
  package let roundsPerNanosecond: Double

  package init(roundsPerNanosecond: Double) {
    self.roundsPerNanosecond = roundsPerNanosecond
  }

  /// Takes about 50 ms. The fastest of 100 short pieces counts, because interruptions only slow pieces down.
  package static func calibrated() -> ReloadWork {
    let rounds = 200_000
    var fastest = UInt64.max
    var state = seed
    for _ in 0..<100 {
      let start = DispatchTime.now().uptimeNanoseconds
      state = work(rounds: rounds, from: state)
      fastest = min(fastest, DispatchTime.now().uptimeNanoseconds - start)
    }
    precondition(state != 0, "Xorshift never reaches zero.")
    return ReloadWork(roundsPerNanosecond: Double(rounds) / Double(max(1, fastest)))
  }

  func spend(nanoseconds: UInt64) {
    let state = Self.work(rounds: Int(Double(nanoseconds) * roundsPerNanosecond), from: Self.seed)
    precondition(state != 0, "Xorshift never reaches zero.")
  }

  private static let seed: UInt64 = 0x9E37_79B9_7F4A_7C15

  /// Dependent operations, which no compiler can shorten. `seed` is an argument so that equal calls are not merged.
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
