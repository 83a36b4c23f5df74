import BenchTestSupport
import Foundation
import Testing

extension BenchTests {
  @Suite struct InterruptibleTests {
    private let folder = TemporaryFolder()

    /// Catches SIGHUP, because child processes inherit ignored signals, as under `nohup`, but not caught ones.
    init() { signal(SIGHUP) { _ in } }

    /// The first table shows that the run has begun. Its trial would last for a minute.
    @Test(
      arguments: [(SIGINT, 130), (SIGTERM, 143), (SIGHUP, 129), (SIGQUIT, 131)] as [(Int32, Int32)])
    func interruptedRunReportsTheSignalAndKeepsItsFiles(
      signal: Int32, exitCode: Int32
    ) async throws {
      let table = folder.path("out/environment.json")
      let bench = try await BenchProcess.start(
        "run --workload complete-all:duration=60s --strategy null --trials 1 --output out",
        in: folder
      ) { process in
        while !FileManager.default.fileExists(atPath: table), process.isRunning {
          try await Task.sleep(for: .milliseconds(5))
        }
        kill(process.processIdentifier, signal)
      }
      #expect(bench.exitCode == exitCode)
      #expect(
        try folder.names(in: "out")
          == TemporaryFolder.files(and: "frontier.csv", "records.jsonl"))
      #expect(try Table(folder.text("out/trials.csv")).rows.isEmpty)
    }

    /// The second strategy never returns from a delivery.
    @Test func interruptedVerificationKeepsFindings() async throws {
      let bench = try await BenchProcess.start(
        "verify --strategy next-pass,fault-hang --virtual-only --schedules 20 --output found.csv",
        in: folder, program: "FixtureBench"
      ) { process in
        while (try? folder.text("found.csv"))?.contains("next-pass") != true, process.isRunning {
          try await Task.sleep(for: .milliseconds(5))
        }
        kill(process.processIdentifier, SIGINT)
      }
      #expect(bench.exitCode == 130, "\(bench.errors)")
      let found = try Table(folder.text("found.csv"))
      #expect(Set(found.column("strategy")) == ["next-pass"])
    }
  }
}
