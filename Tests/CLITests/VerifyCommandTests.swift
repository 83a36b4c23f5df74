import BenchHarness
import BenchTestSupport
import BenchVerify
import Foundation
import Testing

/// Runs `bench verify` in a temporary folder.
private struct Verification {
  let folder = TemporaryFolder()

  @discardableResult
  func callAsFunction(
    _ options: String, program: String = "bench", exits code: Int32 = 0
  ) async throws -> BenchProcess {
    try await BenchProcess.run("verify \(options)", in: folder, program: program, exits: code)
  }

  /// The verdicts on one faulty strategy of the fixture; the exit code must be 1.
  func fault(_ name: String, _ options: String = "") async throws -> [Promise: PromiseVerdict] {
    let bench = try await self(
      "--strategy \(name) --schedules 10 --format json \(options)", program: "FixtureBench",
      exits: 1)
    let found = try JSONDecoder().decode([StrategyVerification].self, from: Data(bench.output.utf8))
    return Dictionary(
      uniqueKeysWithValues: try #require(found.first).results.map { ($0.promise, $0.verdict) })
  }
}

extension BenchTests {
  @Suite struct VerifyCommandTests {
    private let verify = Verification()

    @Test func knownViolationIsShownButPasses() async throws {
      let bench = try await verify("--strategy main-drain --schedules 30 --virtual-only")
      let lines = bench.output.split(separator: "\n", omittingEmptySubsequences: false)
      #expect(lines.allSatisfy { $0.count <= 100 })
      #expect(lines.contains { $0.hasPrefix("main-drain ") && $0.contains(" x ") })
      let finding = "main-drain, no-starvation: the main thread did no other work for"
      #expect(bench.output.contains(finding))
      #expect(bench.output.contains("--strategy main-drain --seed 1:\n    A dispatch takes"))
      #expect(
        bench.output.hasSuffix(
          "\nNo broken promise found in 0 of 1 strategies; 1 had only known violations.\n"))
    }

    @Test(arguments: ["table", "csv", "json", "markdown"])
    func sameSeedGivesTheSameOutput(_ format: String) async throws {
      let options =
        "--strategy throttle:interval=20ms --schedules 20 --virtual-only --seed 5 --seeds 2 "
        + "--format \(format)"
      let first = try await verify(options)
      #expect(try await verify(options).output == first.output)
      #expect(first.output.contains("throttle:interval=20ms"))
    }

    @Test func tableIsWrittenToAFile() async throws {
      let bench = try await verify(
        "--strategy naive --schedules 5 --virtual-only --format csv --output verify.csv")
      #expect(try verify.folder.text("verify.csv") == bench.output)
    }

    @Test func unwritableFileIsRefusedImmediately() async throws {
      let bench = try await verify("--output no/such/folder/verify.csv", exits: 2)
      #expect(bench.errors.contains("Cannot write"))
    }

    @Test(arguments: ["fault-trap", "fault-kill", "fault-exit"])
    func crashDoesNotStopTheOtherStages(_ name: String) async throws {
      let verdicts = try await verify.fault(name, "--virtual-only")
      #expect(verdicts[.survives] == .fail)
      #expect(verdicts[.finalState] == .interrupted)
      #expect(!verdicts.values.contains(.notChecked))
    }

    @Test func alwaysPendingStrategyBreaksThePromiseToTerminate() async throws {
      let verdicts = try await verify.fault("fault-pending", "--virtual-only")
      #expect(verdicts[.terminates] == .fail)
      #expect(verdicts[.nothingLost] == .fail)
      #expect(verdicts[.order] == .pass)
    }

    /// A stage takes longer than the deadline, but keeps making progress.
    @Test func slowStrategyIsNotReportedAsHung() async throws {
      try await verify(
        "--strategy slow-deliveries --schedules 12 --virtual-only --deadline 400ms",
        program: "FixtureBench")
    }
  }
}

extension TimedBenchTests {
  /// Verification with stages in real time.
  @Suite struct RealVerifyTests {
    private let verify = Verification()

    @Test func correctStrategiesKeepEveryPromise() async throws {
      let bench = try await verify(
        "--strategy next-pass,change-set --schedules 30 --format csv")
      let table = try Table(bench.output)
      #expect(table.rows.count == 2 * Promise.allCases.count)
      #expect(Set(table.column("verdict")) == ["pass", "not-promised"])
      #expect(Set(table.column("strategy")) == ["next-pass", "change-set"])
    }

    @Test func optionSetStrategyKeepsEveryPromise() async throws {
      try await verify(
        "--strategy options --schedules 30", program: "FixtureBench")
    }

    /// The strategy hangs until its deadline.
    @Test func deadlockIsCaughtInRealTime() async throws {
      let bench = try await verify(
        "--strategy bad-sync-deadlock --format csv --deadline 2s", program: "FixtureBench")
      let failed = bench.output.split(separator: "\n").filter { $0.contains(",fail,") }
      #expect(failed.count == 1 && failed[0].contains("terminates"), "\(failed)")
    }

    @Test func realTimeRoundsCanRunAlone() async throws {
      let bench = try await verify(
        "--strategy next-pass --real-time-only --seeds 3 --format csv")
      let table = try Table(bench.output)
      #expect(Set(table.column("verdict")) == ["pass", "not-checked"])
    }

    @Test func hangBreaksThePromiseToTerminate() async throws {
      let verdicts = try await verify.fault("fault-hang", "--deadline 1s")
      #expect(verdicts[.terminates] == .fail)
      #expect(verdicts[.finalState] == .interrupted)
      #expect(verdicts[.reentrancy] == .notChecked, "Verification stops after two timeouts.")
      #expect(verdicts[.survives] == .pass)
    }

    @Test(.enabled(if: ProcessMemory.residentBytes(of: getpid()) != nil))
    func unboundedMemoryGrowthIsCaught() async throws {
      let verdicts = try await verify.fault("fault-memory", "--memory-limit 256MiB")
      #expect(verdicts[.boundedMemory] == .fail)
    }

    @Test func rareLossOfUpdatesIsCaught() async throws {
      let verdicts = try await verify.fault("lose-hundredth")
      #expect(verdicts[.nothingLost] == .fail)
      #expect(verdicts[.order] == .pass)
    }
  }
}
