import BenchTestSupport
import Foundation
import Testing

private let hasFullDevice = access("/dev/full", W_OK) == 0

extension BenchTests {
  /// Standard output that is full, closed, or a pipe without a reader.
  @Suite struct StreamsTests {
    private let folder = TemporaryFolder()

    @discardableResult
    private func shell(_ command: String, exits code: Int32 = 0) async throws -> BenchProcess {
      let program = try BenchProcess.executable("bench").path
      return try await BenchProcess.run(
        "-c", ["bench='\(program)'; \(command)"], in: folder, program: "/bin/sh", exits: code)
    }

    @Test(
      .enabled(if: hasFullDevice),
      arguments: [
        "list", "--help", "simulate --workload uart --strategy naive --output out",
        "simulate --workload uart --strategy naive --output out --format csv",
      ])
    func outputToAFullDeviceGivesExitCodeTwo(command: String) async throws {
      let bench = try await shell("\"$bench\" \(command) >/dev/full", exits: 2)
      #expect(
        bench.errors.contains(
          "Error: Cannot write to standard output: no space left on the device."),
        "\(bench.errors)")
    }

    @Test func closedOutputIsNotReusedForAFile() async throws {
      try await shell(
        "\"$bench\" simulate --workload uart --strategy naive --output out >&-")
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
      try await shell("\"$bench\" run --strategy nonsense 2>/dev/full", exits: 64)
      try await shell("\"$bench\" run --strategy nonsense 2>&-", exits: 64)
    }

    @Test(.enabled(if: hasFullDevice))
    func gateFailsIfItCannotPrintItsVerdict() async throws {
      let gate = try GateFixture()
      try await gate.accept()
      let program = try BenchProcess.executable("FixtureBench").path
      let options = "--settings gate.yml --baseline baseline --exact-only"
      try await BenchProcess.run(
        "-c", ["'\(program)' gate \(options) --output evidence >/dev/full"], in: gate.folder,
        program: "/bin/sh", exits: 2)
    }
  }
}
