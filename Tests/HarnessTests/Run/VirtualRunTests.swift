import Strategies
import Testing

@testable import Harness

@Suite struct VirtualRunTests {
  private static let workloads = [
    "complete-all", "complete-all", "uart:duration=500ms", "uart:duration=500ms",
  ]

  private func settings() throws -> RunSettings {
    RunSettings(
      strategies: try Selection.parse("naive,throttle", from: .standard),
      workloads: try Selection.parse("complete-all,uart:duration=500ms", from: .standard))
  }

  @Test func recordsAreInTheOrderOfTheLists() throws {
    let records = try VirtualRun(try settings()).run().records
    #expect(records.map(\.workload) == Self.workloads)
    #expect(records.map(\.strategy) == ["naive", "throttle", "naive", "throttle"])
    #expect(records.allSatisfy { $0.time == .virtual && $0.trial == 1 })
  }

  @Test func simulatedUpdatesAreCounted() throws {
    #expect(try VirtualRun(try settings()).run().updates == 2 * (100 + 288))
  }

  @Test func beginningOfEveryTrialIsTold() throws {
    let told = Locked<[String]>([])
    _ = try VirtualRun(try settings()).run { event in
      guard case .began(let trial, let done, let total, _) = event else { return }
      told.withLock { $0.append("\(done)/\(total) \(trial.strategy)") }
    }
    #expect(told.withLock { $0 } == ["0/4 naive", "1/4 throttle", "2/4 naive", "3/4 throttle"])
  }

  @Test func dearerHopMakesLatenciesLonger() throws {
    var settings = try settings()
    let usual = try VirtualRun(settings).run().records
    settings.hop = .milliseconds(5)
    let dear = try VirtualRun(settings).run().records
    for (usual, dear) in zip(usual, dear) {
      let mean = try #require(usual.values["latency_mean_ms"])
      #expect(try #require(dear.values["latency_mean_ms"]) > mean)
    }
  }
}
