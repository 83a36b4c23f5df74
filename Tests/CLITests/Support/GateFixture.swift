import Foundation
import Testing

/// A folder with a `gate.yml` for some strategies on two short workloads; `FixtureBench` is the gated program.
struct GateFixture {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try settings()
  }

  func settings(
    strategies: String = "naive,thrott*", seed: Int = 1, more: String = ""
  ) throws {
    try folder.file(
      "gate.yml",
      """
      schema: 1
      exact:
        strategies: "\(strategies)"
        workloads: complete-all,rapid-service:duration=1s
        seeds: [\(seed)]
        metrics: [deliveries, latency_p50_ms, latency_mean_ms, stale_share, longest_block_ms]
        allocations:
          strategies: naive,throttle-in-submit:interval=20ms
          workloads: complete-all:updates=2000
          reload-cost: 0ms
          visible-row-cost: 0ms
      \(more)
      """)
  }

  func bench(
    _ command: [String], _ arguments: [String] = [], defect: String = "",
    environment: [String: String] = [:]
  ) async throws -> BenchProcess {
    try await BenchProcess.run(
      command + ["--settings", "gate.yml", "--baseline", "baseline"] + arguments, in: folder,
      program: "FixtureBench",
      environment: environment.merging(["FIXTURE_DEFECT": defect]) { $1 })
  }

  func accept() async throws {
    let bench = try await bench(["gate", "accept"])
    #expect(bench.exitCode == 0, "\(bench.errors)")
  }

  func gate(
    _ arguments: [String] = [], defect: String = "", environment: [String: String] = [:]
  ) async throws -> BenchProcess {
    try await bench(
      ["gate"], ["--output", "evidence"] + arguments, defect: defect, environment: environment)
  }
}
