import Foundation
import Testing

extension BenchTests {
  @Suite struct InterruptibleTests {
    /// Under `nohup`, what a test starts would ignore this signal, too. What is caught is not inherited.
    init() { signal(SIGHUP) { _ in } }

    /// The first table is written when the run has begun, and the trial lasts for a minute.
    @Test(
      arguments: [(SIGINT, 130), (SIGTERM, 143), (SIGHUP, 129), (SIGQUIT, 131)] as [(Int32, Int32)])
    func interruptedRunEndsWithItsSignalAndKeepsItsFiles(
      signal: Int32, exitCode: Int32
    ) async throws {
      let folder = try TemporaryFolder()
      let table = folder.path("out/environment.json")
      let bench = try await BenchProcess.start(
        [
          "run", "--workload", "complete-all:duration=60s", "--strategy", "null", "--trials", "1",
          "--output", "out",
        ], in: folder
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

    /// The second strategy never comes back.
    @Test func interruptedVerificationKeepsWhatItFound() async throws {
      let folder = try TemporaryFolder()
      let bench = try await BenchProcess.start(
        [
          "verify", "--strategy", "pending-flag,fault-hang", "--virtual-only", "--schedules", "20",
          "--output", "found.csv",
        ], in: folder, program: "FixtureBench"
      ) { process in
        while (try? folder.text("found.csv"))?.contains("pending-flag") != true, process.isRunning {
          try await Task.sleep(for: .milliseconds(5))
        }
        kill(process.processIdentifier, SIGINT)
      }
      #expect(bench.exitCode == 130, "\(bench.errors)")
      let found = try Table(folder.text("found.csv"))
      #expect(Set(found.column("strategy")) == ["pending-flag"])
    }

    /// Its folder is claimed by then, and it plans, simulates or tests the machine. Not with SIGQUIT, which
    /// a test runner ignores, and so does what it starts.
    @Test(
      arguments: [
        ("run --workload complete-all:duration=60s --strategy null --trials 1", SIGTERM),
        (
          "run --strategy throttle:interval=4ms...300ms --workload complete-all:duration=60s --trials 1",
          SIGINT
        ),
        ("recommend --workload uart", SIGHUP),
      ] as [(String, Int32)])
    func signalBeforeTheFirstTrialLeavesNoLock(command: String, signal: Int32) async throws {
      let folder = try TemporaryFolder()
      let own = try TemporaryFolder()
      let lock = folder.path("out/.bench-lock")
      let bench = try await BenchProcess.start(
        command.split(separator: " ").map(String.init) + ["--output", "out"], in: folder,
        environment: ["TMPDIR": own.url.path]
      ) { process in
        while !FileManager.default.fileExists(atPath: lock), process.isRunning {
          try await Task.sleep(for: .milliseconds(1))
        }
        kill(process.processIdentifier, signal)
      }
      #expect(bench.exitCode == 128 + signal, "\(bench.errors)")
      #expect(!FileManager.default.fileExists(atPath: lock))
      #expect(try own.names().isEmpty)
    }

    @Test func whatIsKilledIsRemovedByTheNextThatStarts() async throws {
      let folder = try TemporaryFolder()
      let own = try TemporaryFolder()
      let arguments = ["run", "--workload", "complete-all", "--strategy", "null", "--trials", "1"]
      _ = try await BenchProcess.start(
        arguments.map { $0 == "complete-all" ? "complete-all:duration=60s" : $0 }
          + ["--output", "killed"],
        in: folder, environment: ["TMPDIR": own.url.path]
      ) { process in
        while !FileManager.default.fileExists(atPath: folder.path("killed/environment.json")),
          process.isRunning
        {
          try await Task.sleep(for: .milliseconds(5))
        }
        kill(process.processIdentifier, SIGKILL)
      }
      #expect(try own.names(in: "").count == 1)
      let next = try await BenchProcess.run(
        arguments + ["--output", "next"], in: folder, environment: ["TMPDIR": own.url.path])
      #expect(next.exitCode == 0, "\(next.errors)")
      #expect(try own.names(in: "").isEmpty)
      // Nor does its lock keep anybody out.
      let resumed = try await BenchProcess.run(
        ["run", "--resume", "killed", "--deadline", "1s"], in: folder)
      #expect(!resumed.errors.contains("is writing to it"), "\(resumed.errors)")
    }
  }
}
