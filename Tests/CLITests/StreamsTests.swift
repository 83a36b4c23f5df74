import Foundation
import Testing

private let hasFullDevice = access("/dev/full", W_OK) == 0

extension BenchTests {
  /// Standard output that is full, closed, or a pipe without a reader.
  @Suite struct StreamsTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func shell(_ command: String) async throws -> BenchProcess {
      let program = try BenchProcess.executable("bench").path
      return try await BenchProcess.run(
        ["-c", "bench='\(program)'; \(command)"], in: folder, program: "/bin/sh")
    }

    @Test(
      .enabled(if: hasFullDevice),
      arguments: [
        "list", "--help", "simulate --workload uart --strategy naive --output out",
        "simulate --workload uart --strategy naive --output out --format csv",
      ])
    func outputToAFullDeviceGivesExitCodeTwo(command: String) async throws {
      let bench = try await shell("\"$bench\" \(command) >/dev/full")
      #expect(bench.exitCode == 2, "\(bench.errors)")
      #expect(
        bench.errors.contains(
          "Error: Cannot write to standard output: no space left on the device."),
        "\(bench.errors)")
    }

    @Test func closedOutputIsNotReusedForAFile() async throws {
      let bench = try await shell(
        "\"$bench\" simulate --workload uart --strategy naive --output out >&-")
      #expect(bench.exitCode == 0, "\(bench.errors)")
      #expect(try folder.text("out/trials.csv").hasPrefix("schema,"))
      #expect(try folder.text("out/findings.csv").hasPrefix("schema,"))
    }

    /// The reader ends early, as `head` does.
    @Test func brokenPipeIsNotAnErrorAndTheFolderIsComplete() async throws {
      let bench = try await shell(
        """
        { "$bench" simulate --workload '*' --strategy frame --output out; echo $? >code; } | true
        """)
      #expect(try folder.text("code") == "0\n", "\(bench.errors)")
      #expect(!bench.errors.contains("rror"), "\(bench.errors)")
      #expect(try folder.text("out/findings.csv").count > 100)
    }

    @Test(.enabled(if: hasFullDevice))
    func unprintableErrorsKeepTheirExitCode() async throws {
      let wrong = try await shell("\"$bench\" run --strategy nonsense 2>/dev/full")
      #expect(wrong.exitCode == 64)
      let closed = try await shell("\"$bench\" run --strategy nonsense 2>&-")
      #expect(closed.exitCode == 64)
    }

    @Test(.enabled(if: hasFullDevice))
    func gateFailsIfItCannotPrintItsVerdict() async throws {
      let gate = try GateFixture()
      try await gate.accept()
      let program = try BenchProcess.executable("FixtureBench").path
      let options = "--settings gate.yml --baseline baseline --exact-only"
      let bench = try await BenchProcess.run(
        ["-c", "'\(program)' gate \(options) --output evidence >/dev/full"], in: gate.folder,
        program: "/bin/sh")
      #expect(bench.exitCode == 2, "\(bench.errors)")
    }
  }

  /// A folder has only one writer, and its measurements are never overwritten.
  @Suite struct FolderLockTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func bench(_ arguments: String) async throws -> BenchProcess {
      try await BenchProcess.run(arguments.split(separator: " ").map(String.init), in: folder)
    }

    private static let short = "--workload complete-all:duration=10ms --strategy null"

    @Test func secondWriterIsRefused() async throws {
      let folder = folder
      let long = "run --workload complete-all:duration=60s --strategy null --trials 1 --output out"
      let first = try await BenchProcess.start(
        long.split(separator: " ").map(String.init), in: folder
      ) { process in
        while !FileManager.default.fileExists(atPath: folder.path("out/environment.json")),
          process.isRunning
        {
          try await Task.sleep(for: .milliseconds(5))
        }
        let second = try await BenchProcess.start(
          ["run", "--resume", "out"], in: folder, besideAnother: true
        ) { _ in }
        #expect(second.exitCode == 2)
        #expect(second.errors.contains("another bench is writing to it"), "\(second.errors)")
        kill(process.processIdentifier, SIGKILL)
      }
      #expect(first.exitCode == 128 + SIGKILL)
      // The killed process no longer holds the lock.
      let resumed = try await bench("run --resume out --deadline 1s")
      #expect(!resumed.errors.contains("is writing to it"), "\(resumed.errors)")
    }

    @Test func measurementsAreNotOverwritten() async throws {
      let run = try await bench("run \(Self.short) --trials 1 --output out")
      #expect(run.exitCode == 0, "\(run.errors)")
      let before = try folder.text("out/records.jsonl")
      for command in [
        "simulate \(Self.short)", "run \(Self.short)", "recommend --workload uart",
        "gate --exact-only",
      ] {
        let other = try await bench("\(command) --output out")
        #expect(other.exitCode == 64 || other.exitCode == 2, "\(command): \(other.errors)")
      }
      let simulate = try await bench("simulate \(Self.short) --output out")
      #expect(simulate.exitCode == 64)
      #expect(simulate.errors.contains("it holds a real-time run"), "\(simulate.errors)")
      #expect(try folder.text("out/records.jsonl") == before)
    }

    /// A gate's evidence also has a folder 'baseline', which the next gate deletes.
    @Test func gateRefusesToOverwriteItsBaseline() async throws {
      let gate = try GateFixture()
      try await gate.accept()
      try gate.folder.file("baseline/own", "mine")
      let bench = try await gate.bench(["gate"], ["--exact-only", "--output", "."])
      #expect(bench.exitCode == 64, "\(bench.errors)")
      #expect(bench.errors.contains("it holds baseline, which this would overwrite"))
      #expect(try gate.folder.text("baseline/own") == "mine")
    }

    @Test func emptyOutputNameIsRefused() async throws {
      let bench = try await BenchProcess.run(
        ["simulate", "--workload", "uart", "--strategy", "naive", "--output", ""], in: folder)
      #expect(bench.exitCode == 64)
      #expect(try folder.names(in: "").isEmpty)
    }
  }
}
