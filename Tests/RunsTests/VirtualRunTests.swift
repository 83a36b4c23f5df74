import BenchTestSupport
import Coalesce
import Testing

@testable import BenchHarness
@testable import BenchReport

struct VirtualRunTests {
  private static let workloads = [
    "complete-all", "complete-all", "uart:duration=125ms", "uart:duration=125ms",
  ]

  private func settings() throws -> RunSettings {
    RunSettings(
      strategies: try Selection.parse("naive,throttle", from: .standard),
      workloads: try Selection.parse("complete-all,uart:duration=125ms", from: .standard))
  }

  @Test func trialsRunInListOrderAndAreReported() throws {
    let told = Locked<[String]>([])
    let records = try VirtualRun(try settings()).run(onAdvance: { advance in
      told.withLock { $0.append("\(advance.done)/\(advance.total) \(advance.what)") }
    })
    #expect(records.map(\.workload) == Self.workloads)
    #expect(records.map(\.strategy) == ["naive", "throttle", "naive", "throttle"])
    #expect(records.allSatisfy { $0.time == .virtual && $0.number == 1 })
    #expect(records.map { $0.values["updates"] } == [100, 100, 72, 72])
    #expect(told.withLock { $0.first } == "0/4 naive on complete-all")
  }

  @Test func dispatchCostIsAddedToBurstLatency() throws {
    var settings = RunSettings(
      strategies: [try .strategy("naive")], workloads: [try .workload("complete-all")])
    let usual = try VirtualRun(settings).run().first?.values["latency_mean_ms"]
    settings.hop = .milliseconds(5)
    let dear = try VirtualRun(settings).run().first?.values["latency_mean_ms"]
    #expect(abs(try #require(dear) - #require(usual) - 4.8) < 1e-9)
  }

  @Test func virtualTimeRefusesTheFirehose() throws {
    let settings = RunSettings(
      strategies: [try .strategy("naive")], workloads: [try .workload("firehose:updates=1000")])
    #expect(throws: BenchError.realTimeOnly(names: ["firehose:updates=1000"])) {
      _ = try VirtualRun(settings)
    }
  }
}
