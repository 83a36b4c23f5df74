import Testing

@testable import BenchMath

/// Compares the bound of the largest jump with all schedules of small streams.
struct SmoothestScheduleTests {
  /// Whether some schedule shows at most `jump` elements in a picture, each in time; tries every time for each picture.
  private func isPossible(
    _ arrivals: [UInt64], horizon: UInt64, slot: UInt64, jump: Int, from earliest: UInt64 = 0
  ) -> Bool {
    guard let first = arrivals.first else { return true }
    guard earliest <= first + horizon else { return false }
    return (max(earliest, first)...first + horizon).contains { time in
      let shown = arrivals.prefix(jump).prefix { $0 <= time }.count
      return isPossible(
        Array(arrivals[shown...]), horizon: horizon, slot: slot, jump: jump, from: time + slot)
    }
  }

  /// 10 000 streams of up to ten elements. The bound is never too high, and seldom too low.
  @Test func noScheduleOfASmallStreamBeatsTheBound() throws {
    var random = SeededGenerator(seed: 3)
    var reached = 0
    for _ in 0..<10_000 {
      let slot = UInt64.random(in: 1...4, using: &random)
      let horizon = UInt64.random(in: slot...9, using: &random)
      let arrivals = (0..<Int.random(in: 1...10, using: &random))
        .map { _ in UInt64.random(in: 0...12, using: &random) }.sorted()
      let bound = try #require(
        SmoothestSchedule.leastLargestJump(arrivals, horizon: horizon, slot: slot))
      if bound > 1 {
        #expect(!isPossible(arrivals, horizon: horizon, slot: slot, jump: bound - 1), "\(arrivals)")
      }
      if isPossible(arrivals, horizon: horizon, slot: slot, jump: bound) { reached += 1 }
    }
    #expect(reached > 9_800)
  }

  @Test func lumpFillsItsHorizon() {
    let lump = [UInt64](repeating: 5, count: 240)
    #expect(SmoothestSchedule.leastLargestJump(lump, horizon: 400, slot: 17) == 10)
    #expect(SmoothestSchedule.leastLargestJump(lump, horizon: 0, slot: 17) == 240)
    #expect(SmoothestSchedule.leastLargestJump([], horizon: 400, slot: 17) == 0)
    #expect(SmoothestSchedule.leastLargestJump([9, 3], horizon: 400, slot: 17) == nil)
    #expect(
      SmoothestSchedule.leastLargestJump(Array(0...4_000), horizon: 400, slot: 17) == nil)
  }
}
