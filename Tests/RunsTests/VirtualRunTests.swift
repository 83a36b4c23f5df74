import Coalesce
import Testing

@testable import BenchHarness
@testable import BenchReport
@testable import BenchRuns

struct VirtualRunTests {
  @Test func trialsRunInListOrderAndAreReported() throws {
    let settings = RunSettings(
      strategies: try Selection.parse("naive,throttle", from: .standard),
      workloads: try Selection.parse("complete-all,uart:duration=125ms", from: .standard))
    let told = Locked<[String]>([])
    let records = try VirtualRun(settings).run(onAdvance: { advance in
      told.withLock { $0.append("\(advance.done)/\(advance.total) \(advance.what)") }
    })
    #expect(
      records.map(\.cell.text) == [
        "naive on complete-all", "throttle on complete-all", "naive on uart:duration=125ms",
        "throttle on uart:duration=125ms",
      ])
    #expect(records.allSatisfy { $0.time == .virtual && $0.number == 1 })
    #expect(records.map { $0.values[.updates] } == [100, 100, 72, 72])
    #expect(told.withLock { $0.first } == "0/4 naive on complete-all")
  }

  @Test func dispatchCostIsAddedToBurstLatency() throws {
    var settings = RunSettings(
      strategies: [try .strategy("naive")], workloads: [try .workload("complete-all")])
    let usual = try VirtualRun(settings).run().first?.values[.latencyMean]
    settings.hop = .milliseconds(5)
    let dear = try VirtualRun(settings).run().first?.values[.latencyMean]
    #expect(abs(try #require(dear) - #require(usual) - 4.8) < 1e-9)
  }
}
