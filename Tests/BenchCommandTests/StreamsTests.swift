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

  /// A folder has one writer, and is not written over by results of another kind.
  @Suite struct FolderClaimTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func bench(_ arguments: String) async throws -> BenchProcess {
      try await BenchProcess.run(arguments.split(separator: " ").map(String.init), in: folder)
    }

    private static let short = "--workload complete-all:duration=10ms --strategy null"

    @Test func twoWritersAtOnceAreRefusedWithTheNameOfTheFirst() async throws {
      let folder = folder
      let first = try await BenchProcess.start(
        "run --workload complete-all:duration=60s --strategy null --trials 1 --output out"
          .split(separator: " ").map(String.init), in: folder
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
        #expect(
          second.errors.contains("process \(process.processIdentifier), bench run"),
          "\(second.errors)")
        process.terminate()
      }
      #expect(first.exitCode == 143)
      #expect(!FileManager.default.fileExists(atPath: folder.path("out/.bench-lock")))
    }

    @Test func resultsOfAnotherKindAreNotWrittenOver() async throws {
      let run = try await bench("run \(Self.short) --trials 1 --output out")
      #expect(run.exitCode == 0, "\(run.errors)")
      let before = try folder.text("out/records.jsonl")
      for command in [
        "simulate \(Self.short) --output out", "run \(Self.short) --output out",
        "recommend --workload uart --no-confirm --output out",
        "gate --exact-only --output out",
      ] {
        let other = try await bench(command)
        #expect(other.exitCode == 64 || other.exitCode == 2, "\(command): \(other.errors)")
      }
      let simulate = try await bench("simulate \(Self.short) --output out")
      #expect(simulate.exitCode == 64)
      #expect(simulate.errors.contains("it holds a run in real time"), "\(simulate.errors)")
      #expect(try folder.text("out/records.jsonl") == before)
    }

    @Test func evidenceOfTheExactCheckAloneIsNotWrittenOver() async throws {
      let gate = try GateFixture()
      try await gate.accept()
      #expect(try await gate.gate(["--exact-only"]).exitCode == 0)
      let other = try await BenchProcess.run(
        "simulate \(Self.short) --output evidence".split(separator: " ").map(String.init),
        in: gate.folder)
      #expect(other.exitCode == 64)
      #expect(other.errors.contains("it holds the evidence of a gate"), "\(other.errors)")
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
      let gate = try GateFixture()
      try await gate.accept()
      let report = try await gate.gate(["--exact-only", "--junit", "missing/gate.xml"])
      #expect(report.exitCode == 2)
      #expect(report.errors.contains("missing/gate.xml: no such file or folder."))
      #expect(!FileManager.default.fileExists(atPath: folder.path("missing")))
      #expect(!FileManager.default.fileExists(atPath: gate.folder.path("missing")))
    }

    @Test func emptyNameIsNoFolder() async throws {
      let bench = try await BenchProcess.run(
        ["simulate", "--workload", "uart", "--strategy", "naive", "--output", ""], in: folder)
      #expect(bench.exitCode == 64)
      let gate = try await BenchProcess.run(["gate", "accept", "--baseline", ""], in: folder)
      #expect(gate.exitCode == 64)
      #expect(gate.errors.contains("--baseline need a name"), "\(gate.errors)")
      #expect(try folder.names(in: "").isEmpty)
    }

    /// What was there of that name is left alone: a link, a pipe, a file of the user's own.
    @Test func whatIsProbedIsNoFileOfTheUsers() async throws {
      try FileManager.default.createDirectory(
        at: folder.url.appendingPathComponent("out"), withIntermediateDirectories: true)
      try Data("mine".utf8).write(to: folder.url.appendingPathComponent("mine"))
      try FileManager.default.createSymbolicLink(
        atPath: folder.path("out/.bench-lock"), withDestinationPath: folder.path("mine"))
      let linked = try await bench("simulate --workload uart --strategy naive --output out")
      #expect(linked.exitCode == 2, "\(linked.errors)")
      #expect(try folder.text("mine") == "mine")
      try FileManager.default.removeItem(atPath: folder.path("out/.bench-lock"))
      #expect(mkfifo(folder.path("out/.bench-lock"), 0o600) == 0)
      let pipe = try await bench("simulate --workload uart --strategy naive --output out")
      #expect(pipe.exitCode == 2, "\(pipe.errors)")
    }
  }
}
