import Foundation
import Testing

/// Trials in real time with a toolkit whose views have frames of their own.
struct ViewTests {
  private static let run = [
    "run", "--workload", "steady:duration=60ms", "--strategy", "naive,frame,change-set,null",
    "--trials",
    "1", "--no-allocations", "--format", "csv", "--output", "out",
  ]

  @Test func viewWithFramesReportsFrameRateAndTimeToPaint() async throws {
    let folder = try TemporaryFolder()
    let bench = try await BenchProcess.run(
      Self.run + ["--view", "paper"], in: folder, program: "FixtureBench")
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
    let folder = try TemporaryFolder()
    for (display, words) in [("missing", "The paper is out."), ("lost", "it was lost during")] {
      let bench = try await BenchProcess.run(
        Self.run + ["--view", "paper:display=\(display)"], in: folder, program: "FixtureBench")
      #expect(bench.exitCode == 2, "\(bench.errors)")
      #expect(bench.errors.contains(words), "\(bench.errors)")
    }
  }

  @Test func unknownViewsAndParametersAreRefused() async throws {
    let folder = try TemporaryFolder()
    for (option, words) in [
      ("glass", "Unknown view: 'glass'"), ("paper:rows=5", "has no parameter 'rows'"),
      ("paper:display=dim", "there or missing or lost"), ("headless,paper", "exactly one view"),
    ] {
      let bench = try await BenchProcess.run(
        Self.run + ["--view", option], in: folder, program: "FixtureBench")
      #expect(bench.exitCode == 64, "\(bench.errors)")
      #expect(bench.errors.contains(words), "\(bench.errors)")
    }
  }
}
