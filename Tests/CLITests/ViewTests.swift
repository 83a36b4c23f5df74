import BenchTestSupport
import Testing

/// Trials in real time with a toolkit whose views have frames of their own.
struct ViewTests {
  private let folder = TemporaryFolder()

  private func run(view: String, exits code: Int32? = nil) async throws -> BenchProcess {
    try await BenchProcess.run(
      "run --workload steady:duration=60ms --strategy naive,frame,change-set,null --trials 1 "
        + "--no-allocations --format csv --output out --view \(view)", in: folder,
      program: "FixtureBench", exits: code)
  }

  @Test func viewWithFramesReportsFrameRateAndTimeToPaint() async throws {
    let bench = try await run(view: "paper")
    #expect([0, 3].contains(bench.exitCode), "\(bench.errors)")
    let rows = try Table(bench.output).rows.filter { $0["outcome"] == "ok" }
    #expect(!rows.isEmpty)
    for row in rows where row["strategy"] != "null" {
      #expect((row["frames_per_s"].flatMap(Double.init) ?? 0) > 0, "\(row)")
      #expect((row["time_to_paint_mean_ms"].flatMap(Double.init) ?? -1) >= 0)
      #expect(row["cost_ratio"] == "", "No optimum is known for frames that deliveries share.")
    }
    #expect(try folder.text("out/environment.json").contains("paper"))
  }

  @Test func viewReceivesItsParameter() async throws {
    for (display, words) in [("missing", "The paper is out."), ("lost", "it was lost during")] {
      let bench = try await run(view: "paper:display=\(display)", exits: 2)
      #expect(bench.errors.contains(words), "\(bench.errors)")
    }
  }

  @Test func unknownViewsAndParametersAreRefused() async throws {
    for (option, words) in [
      ("glass", "Unknown view: 'glass'"), ("paper:rows=5", "has no parameter 'rows'"),
      ("paper:display=dim", "there or missing or lost"), ("headless,paper", "exactly one view"),
    ] {
      let bench = try await run(view: option, exits: 64)
      #expect(bench.errors.contains(words), "\(bench.errors)")
    }
  }
}
