import BenchTestSupport

/// A folder with a `gate.yml` for some strategies on two short workloads; `FixtureBench` is the gated program.
struct GateFixture {
  let folder: TemporaryFolder

  init() throws {
    folder = TemporaryFolder()
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

  @discardableResult
  func bench(
    _ command: String, defect: String = "", environment: [String: String] = [:],
    exits code: Int32 = 0
  ) async throws -> BenchProcess {
    try await BenchProcess.run(
      "\(command) --settings gate.yml --baseline baseline", in: folder, program: "FixtureBench",
      environment: environment.merging(["FIXTURE_DEFECT": defect]) { $1 }, exits: code)
  }

  func accept() async throws {
    try await bench("gate accept")
  }

  @discardableResult
  func gate(
    _ options: String = "", defect: String = "", environment: [String: String] = [:],
    exits code: Int32 = 0
  ) async throws -> BenchProcess {
    try await bench(
      "gate --output evidence \(options)", defect: defect, environment: environment, exits: code)
  }
}
