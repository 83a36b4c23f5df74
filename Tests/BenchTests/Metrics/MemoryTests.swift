import Testing

@testable import BenchHarness
@testable import BenchReport

@Suite struct MemoryTests {
  @Test func peakIsInMebibytes() throws {
    var counters = TrialCounters()
    counters.peakMemoryBytes = 3 * 1_048_576 / 2
    #expect(try HandMadeLog().figure("peak_memory_mib", counters: counters) == 1.5)
  }

  @Test func peakThatWasNotMeasuredIsEmpty() throws {
    #expect(try HandMadeLog().figure("peak_memory_mib") == nil)
  }
}
