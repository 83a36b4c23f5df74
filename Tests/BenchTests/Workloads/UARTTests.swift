import Testing

@testable import BenchHarness
@testable import BenchReport

@Suite struct UARTTests {
  /// 115 200 baud, 10 bits a byte, 20 bytes a packet.
  @Test func packetsComeAtTheRateOfTheLine() throws {
    let plan = try TrialPlan.of("uart:duration=1s")
    #expect(plan.updates.count == 115_200 / 10 / 20)
    #expect(plan.gaps.allSatisfy { (1_736_110...1_736_112).contains($0) })
  }

  @Test func everyPacketIsARowOfItsOwn() throws {
    let plan = try TrialPlan.of("uart:duration=50ms")
    #expect(plan.updates.row == Array(0..<28))
    #expect(plan.producers == [.thread])
    #expect(plan.updates.kind.allSatisfy { $0 == .insert })
  }

  @Test(arguments: [(1.0, 2), (1_000, 2_000), (0.5, 1)])
  func rateAndDurationGiveTheCount(rate: Double, expected: Int) throws {
    #expect(try TrialPlan.of("uart:rate=\(rate):duration=2s").updates.count == expected)
  }

  @Test func durationWithoutAPacketMakesAnEmptyPlan() throws {
    #expect(try TrialPlan.of("uart:duration=1ms").updates.count == 0)
    #expect(try TrialPlan.of("uart:duration=0ms").updates.count == 0)
  }

  @Test func firstUpdateComesAfterOneDistance() {
    let updates = PlannedUpdates.even(ratePerSecond: 4, durationNanoseconds: 1_000_000_000) {
      (row: $0, kind: .change)
    }
    #expect(
      updates.intendedNanoseconds == [250_000_000, 500_000_000, 750_000_000, 1_000_000_000])
  }
}
