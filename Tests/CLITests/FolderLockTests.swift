import BenchTestSupport
import Foundation
import Testing

extension BenchTests {
  /// A folder has only one writer, and its measurements are never overwritten.
  @Suite struct FolderLockTests {
    private let folder = TemporaryFolder()

    @discardableResult
    private func bench(_ command: String, exits code: Int32? = 0) async throws -> BenchProcess {
      try await BenchProcess.run(command, in: folder, exits: code)
    }

    private static let short = "--workload complete-all:duration=10ms --strategy null"

    @Test func secondWriterIsRefused() async throws {
      let folder = folder
      let first = try await BenchProcess.start(
        "run --workload complete-all:duration=60s --strategy null --trials 1 --output out",
        in: folder
      ) { process in
        while !FileManager.default.fileExists(atPath: folder.path("out/environment.json")),
          process.isRunning
        {
          try await Task.sleep(for: .milliseconds(5))
        }
        let second = try await BenchProcess.start(
          "resume out", in: folder, besideAnother: true
        ) { _ in }
        #expect(second.exitCode == 2)
        #expect(second.errors.contains("another bench is writing to it"), "\(second.errors)")
        kill(process.processIdentifier, SIGKILL)
      }
      #expect(first.exitCode == 128 + SIGKILL)
      // The killed process no longer holds the lock.
      let resumed = try await bench("resume out --deadline 1s", exits: nil)
      #expect(!resumed.errors.contains("is writing to it"), "\(resumed.errors)")
    }

    @Test func measurementsAreNotOverwritten() async throws {
      try await bench("run \(Self.short) --trials 1 --output out")
      let before = try folder.text("out/records.jsonl")
      for command in ["run \(Self.short)", "recommend --workload uart", "gate --exact-only"] {
        let other = try await bench("\(command) --output out", exits: nil)
        #expect(other.exitCode == 64 || other.exitCode == 2, "\(command): \(other.errors)")
      }
      let simulate = try await bench("simulate \(Self.short) --output out", exits: 64)
      #expect(simulate.errors.contains("it holds a real-time run"), "\(simulate.errors)")
      #expect(try folder.text("out/records.jsonl") == before)
    }

    /// A gate's evidence also has a folder 'baseline', which the next gate deletes.
    @Test func gateRefusesToOverwriteItsBaseline() async throws {
      let gate = try GateFixture()
      try await gate.accept()
      try gate.folder.file("baseline/own", "mine")
      let bench = try await gate.bench("gate --exact-only --output .", exits: 64)
      #expect(bench.errors.contains("it holds baseline, which this would overwrite"))
      #expect(try gate.folder.text("baseline/own") == "mine")
    }

    @Test func emptyOutputNameIsRefused() async throws {
      try await BenchProcess.run(
        "simulate --workload uart --strategy naive --output", [""], in: folder, exits: 64)
      #expect(try folder.names(in: "").isEmpty)
    }
  }
}
