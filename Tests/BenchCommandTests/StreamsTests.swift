import Foundation
import Testing

private let hasFullDevice = access("/dev/full", W_OK) == 0

extension BenchTests {
  /// Standard output that is full, closed, or a pipe that nobody reads.
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
    func fullOutputIsSaidWithExitCodeTwo(command: String) async throws {
      let bench = try await shell("\"$bench\" \(command) >/dev/full")
      #expect(bench.exitCode == 2, "\(bench.errors)")
      #expect(
        bench.errors.contains("Error: Cannot write to standard output: no space left on device."),
        "\(bench.errors)")
    }

    @Test func closedOutputIsSaidAndNoFileTakesItsPlace() async throws {
      let bench = try await shell(
        "\"$bench\" simulate --workload uart --strategy naive --output out >&-")
      #expect(bench.exitCode == 2)
      #expect(bench.errors.contains("standard output: it is closed."))
      #expect(try folder.text("out/trials.csv").hasPrefix("schema,"))
      #expect(try !folder.text("out/findings.csv").contains("strategy   "))
    }

    /// As with `| head`, which has read enough.
    @Test func pipeThatNobodyReadsAnyMoreIsNoErrorAndTheFolderIsWhole() async throws {
      let bench = try await shell(
        """
        { "$bench" simulate --workload '*' --strategy frame --output out; echo $? >code; } | true
        """)
      #expect(try folder.text("code") == "0\n", "\(bench.errors)")
      #expect(!bench.errors.contains("rror"), "\(bench.errors)")
      #expect(try folder.text("out/findings.csv").count > 100)
    }

    @Test(.enabled(if: hasFullDevice))
    func errorsThatCannotBeSaidChangeNoExitCode() async throws {
      let wrong = try await shell("\"$bench\" run --strategy nonsense 2>/dev/full")
      #expect(wrong.exitCode == 64)
      let closed = try await shell("\"$bench\" run --strategy nonsense 2>&-")
      #expect(closed.exitCode == 64)
    }

    @Test func tooFewFilesAreSaid() async throws {
      let bench = try await shell("ulimit -n 16; \"$bench\" list")
      #expect(bench.exitCode == 2)
      #expect(bench.errors.contains("Only 16 files may be open at once"), "\(bench.errors)")
    }

    #if os(Linux)
      /// Root has as many as it likes. Ten are enough for the parent, and too few for its child.
      @Test(.enabled(if: getuid() == 0 && access("/usr/bin/setpriv", X_OK) == 0))
      func tooFewThreadsAreSaid() async throws {
        let bench = try await shell(
          "setpriv --reuid 65534 --clear-groups bash -c 'ulimit -u 10; exec \"$0\" list' \"$bench\""
        )
        #expect(bench.exitCode == 2)
        #expect(bench.errors.contains("threads can be started"), "\(bench.errors)")
      }
    #endif

    @Test func fileThatMayNotGrowIsSaid() async throws {
      let bench = try await shell(
        "ulimit -f 1; \"$bench\" simulate --workload uart --strategy naive --output out")
      #expect(bench.exitCode == 2)
      #expect(bench.errors.contains("file too large."), "\(bench.errors)")
    }

    /// A ratio that is infinite is nothing that JSON can say, and no regression either.
    @Test func failureThatNobodyHereThrewIsNoAnswer() async throws {
      let bench = try await shell(
        """
        "$bench" simulate --workload uart --strategy naive --output old >/dev/null 2>&1
        cp -R old new
        sed -E 's/,(ok,,[0-9]+),[0-9]+,/,\\1,1e-308,/' new/trials.csv >old/trials.csv
        sed -E 's/,(ok,,[0-9]+),[0-9]+,/,\\1,1e308,/' new/trials.csv >changed
        mv changed new/trials.csv
        "$bench" compare old new --format json --metric deliveries
        """)
      #expect(bench.exitCode == 2, "\(bench.output)")
      #expect(bench.errors.hasPrefix("Error: "), "\(bench.errors)")
    }

    @Test(.enabled(if: hasFullDevice))
    func gateThatCannotSayThatItPassesHasNotPassed() async throws {
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

  /// A folder has one writer, and what was measured is not written over.
  @Suite struct FolderLockTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func bench(_ arguments: String) async throws -> BenchProcess {
      try await BenchProcess.run(arguments.split(separator: " ").map(String.init), in: folder)
    }

    private static let short = "--workload complete-all:duration=10ms --strategy null"

    @Test func twoWritersAtOnceAreToldApart() async throws {
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
      // Its lock is gone with it.
      let resumed = try await bench("run --resume out --deadline 1s")
      #expect(!resumed.errors.contains("is writing to it"), "\(resumed.errors)")
    }

    @Test func whatWasMeasuredIsNotWrittenOver() async throws {
      let run = try await bench("run \(Self.short) --trials 1 --output out")
      #expect(run.exitCode == 0, "\(run.errors)")
      let before = try folder.text("out/records.jsonl")
      for command in [
        "simulate \(Self.short)", "run \(Self.short)", "recommend --workload uart --no-confirm",
        "gate --exact-only",
      ] {
        let other = try await bench("\(command) --output out")
        #expect(other.exitCode == 64 || other.exitCode == 2, "\(command): \(other.errors)")
      }
      let simulate = try await bench("simulate \(Self.short) --output out")
      #expect(simulate.exitCode == 64)
      #expect(simulate.errors.contains("it holds a run in real time"), "\(simulate.errors)")
      #expect(try folder.text("out/records.jsonl") == before)
    }

    /// The evidence of a gate has a folder 'baseline' too, which is removed when the gate runs again.
    @Test func baselineIsNotRemovedByAGateThatWritesBesideIt() async throws {
      let gate = try GateFixture()
      try await gate.accept()
      try gate.folder.file("baseline/own", "mine")
      let bench = try await gate.bench(["gate"], ["--exact-only", "--output", "."])
      #expect(bench.exitCode == 64, "\(bench.errors)")
      #expect(bench.errors.contains("it holds baseline, which this would overwrite"))
      #expect(try gate.folder.text("baseline/own") == "mine")
    }

    @Test func foldersForTemporaryFilesAndReportsAreNotMade() async throws {
      let missing = folder.path("missing/sub")
      let verify = try await BenchProcess.run(
        ["verify", "--strategy", "naive", "--virtual-only", "--schedules", "1"], in: folder,
        environment: ["TMPDIR": missing])
      #expect(verify.exitCode == 2)
      #expect(verify.errors.contains("Cannot write \(missing)"), "\(verify.errors)")
      #expect(!FileManager.default.fileExists(atPath: folder.path("missing")))
    }

    @Test func emptyNameIsNoFolder() async throws {
      let bench = try await BenchProcess.run(
        ["simulate", "--workload", "uart", "--strategy", "naive", "--output", ""], in: folder)
      #expect(bench.exitCode == 64)
      #expect(try folder.names(in: "").isEmpty)
    }
  }
}
