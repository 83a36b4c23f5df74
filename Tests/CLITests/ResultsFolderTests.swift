import BenchTestSupport
import Testing

extension BenchTests {
  @Suite struct ResultsFolderTests {
    private let folder = TemporaryFolder()

    @discardableResult
    private func simulate(
      _ options: String = "", exits code: Int32 = 0
    ) async throws -> BenchProcess {
      try await BenchProcess.run(
        "simulate --workload complete-all --strategy naive \(options)", in: folder, exits: code)
    }

    @Test(arguments: ["file", "file/results"])
    func unwritableOutputGivesExitCodeTwo(output: String) async throws {
      try folder.file("file", "mine")
      let bench = try await simulate("--output \(output)", exits: 2)
      #expect(bench.output.isEmpty)
      #expect(bench.errors.hasPrefix("Error: Cannot write \(folder.path(output)): "))
      #expect(try folder.text("file") == "mine")
    }

    @Test func eachRunGetsItsOwnFolderAndLatestIsTheNewest() async throws {
      var newest = ""
      for _ in 0..<3 {
        let bench = try await BenchProcess.run(
          "run --quick --workload complete-all --strategy null", in: folder, exits: nil)
        #expect([0, 3].contains(bench.exitCode), "A busy machine may discard every trial.")
        newest = try folder.text("Results/latest/environment.json")
      }
      let names = try folder.names(in: "Results")
      #expect(names.filter { $0.contains("-run") }.count == 3)
      #expect(names.count == 4, "\(names)")
      #expect(names.contains("latest"))
      #expect(newest.contains("\"run\""))
    }

    @Test func simulationWithoutOutputLeavesNoFile() async throws {
      let bench = try await simulate()
      #expect(!bench.errors.contains("Results"), "\(bench.errors)")
      #expect(try folder.names().isEmpty)
      // There is no folder for events.
      try await simulate("--events", exits: 64)
    }
  }
}
