import Testing

@testable import BenchHarness

/// Trials begin at phases of a display's frame that spread evenly, however many trials there are.
struct FramePhaseTests {
  @Test(arguments: 2...12)
  func phasesAreSpreadOverTheFrame(count: Int) {
    for phase in [FramePhase.nanoseconds, FramePhase.ofScreen] {
      let phases = (1...count).map { Double(phase($0)) / Felt.frame }.sorted()
      #expect(phases[0] == 0 && phases[count - 1] < 1)
      let gaps = zip(phases, phases.dropFirst() + [1]).map { $1 - $0 }
      #expect(gaps.allSatisfy { $0 < 3 / Double(count) }, "\(gaps)")
    }
  }

  @Test(arguments: [0, 1, 5_000_000, 36_036_000_000_000, 36_036_000_000_001] as [UInt64])
  func trialBeginsAtItsPhase(time: UInt64) {
    for number in 1...4 {
      let start = FramePhase.start(number, notBefore: time)
      let frames = Double(start - FramePhase.nanoseconds(number)) / Felt.frame
      #expect(start >= time && Double(start - time) < 2 * Felt.frame)
      #expect(abs(frames - frames.rounded()) < 1e-6)
    }
  }

  /// A lone update waits for the next frame: from any phase, half a frame on average.
  @Test func figuresOfFramesAreMeansOverPhases() throws {
    func trial(_ strategy: String, updates: Int = 1) throws -> Trial {
      let times = (0..<updates).map { UInt64($0) * 1_000_000_000 }
      let plan = TrialPlan(
        updates: PlannedUpdates(at: times), duration: .seconds(1), costs: CostModel())
      return VirtualTrial.record(
        Trial.ID(Cell(strategy, "lone"), number: 1, seed: 1, time: .virtual), plan: plan,
        strategy: try .strategy(strategy), hop: .zero)
    }
    let waits = (1...6).map { number in
      let phase = Double(FramePhase.nanoseconds(number))
      return (phase == 0 ? 0 : Felt.frame - phase) / 1e6 + 2.24
    }
    let frame = try trial("frame")
    #expect(frame.latencies.map(\.count).reduce(0, +) == 6)
    #expect(frame.values[.updates] == 1)
    #expect(abs((frame.values[.latencyMean] ?? 0) - waits.reduce(0, +) / 6) < 1e-5)
    #expect(abs((frame.values[.latencyMax] ?? 0) - (waits.max() ?? 0)) < 1e-5)
    #expect(try trial("next-pass").latencies.map(\.count) == [1])
  }
}
