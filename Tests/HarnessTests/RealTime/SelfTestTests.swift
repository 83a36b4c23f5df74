import Testing

@testable import BenchHarness

struct SelfTestTests {
  private func warnings(
    overshoot: Double = 1, isOnMain: Bool = true, clock: Double = 200, free: Double = 1.5,
    cores: Int = 2, isOptimised: Bool = true
  ) -> [String] {
    SelfTest(
      timerOvershootMedianMs: overshoot, isRunLoopOnMainThread: isOnMain,
      clockCostNs: clock, mainWakeUpUs: 150, freeCores: free
    ).warnings(cores: cores, isOptimised: isOptimised).map { String($0.prefix(22)) }
  }

  @Test func distortionsCauseWarnings() {
    #expect(warnings() == [])
    #expect(warnings(overshoot: 1.01) == ["Timers fire late (medi"])
    #expect(warnings(isOnMain: false) == ["The main queue does no"])
    #expect(warnings(clock: 201) == ["Reading the clock cost"])
    #expect(warnings(free: 1.49) == ["The machine is busy: 1"])
    #expect(warnings(cores: 1) == ["The machine is busy: 1"])
    #expect(warnings(isOptimised: false) == ["This is a debug build:"])
  }

  /// A build that has just ended raises the load average for a minute but distorts nothing.
  @Test func highLoadAverageLengthensTheSelfTest() {
    #expect(SelfTest.nanoseconds(load: nil, cores: 2) == 20_000_000)
    #expect(SelfTest.nanoseconds(load: 1.5, cores: 2) == 20_000_000)
    #expect(SelfTest.nanoseconds(load: 1.51, cores: 2) == 500_000_000)
  }
}
