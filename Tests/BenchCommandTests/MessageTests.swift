import Foundation
import Testing

extension BenchTests {
  /// What is wrong is said in sentences, whoever found the cause: the bench, the system, or a library.
  @Suite struct MessageTests {
    private let folder: TemporaryFolder

    init() throws {
      folder = try TemporaryFolder()
      try folder.file("file")
      try folder.file("row.csv", "time_ms\n1\nx\n")
      try folder.file("rows.json", "[{")
      try folder.file("open.yml", "schema: 1\nexact: [")
      try folder.file("twice.yml", "schema: 1\nschema: 1\n")
      try folder.file("seed.yml", "schema: 1\nexact: { strategies: naive, seeds: [x] }\n")
      for name in ["broken", "results."] {
        try FileManager.default.createDirectory(
          atPath: folder.path(name), withIntermediateDirectories: false)
        try folder.file("\(name)/environment.json", "{")
        try folder.file("\(name)/settings.json", "{")
        try folder.file("\(name)/records.jsonl", "{\n")
        try folder.file("\(name)/paired.csv", "schema\nx\n")
      }
    }

    @Test(arguments: [
      "nonsense", "run --strategy nonsense", "run --strategy throttle:interval=x",
      "run --strategy throttle:interval=1ms:interval=2ms", "run --workload uart:nonsense=1",
      "run --resume missing", "run --resume broken",
      "run --calibration broken", "simulate --trace missing.csv", "simulate --trace row.csv",
      "simulate --trace rows.json", "simulate --trace .", "simulate --output file",
      "simulate --output file/x", "simulate --output results.", "simulate --workload firehose",
      "recommend --workload uart --measure-reload broken", "recommend",
      "sweep throttle --interval 4ms...8ms",
      "simulate --strategy throttle:interval=4ms...",
      "simulate --strategy naive:interval=1ms...2ms",
      "compare missing broken", "compare results. broken", "merge broken broken",
      "export broken --format bencher", "record --output missing/x", "record --output .",
      "gate judge .", "gate judge broken", "gate judge results.", "gate --settings missing.yml",
      "gate --settings open.yml", "gate --settings twice.yml", "gate --settings seed.yml",
      "gate accept --settings open.yml", "verify --strategy nonsense",
    ])
    func sentenceEndsWithOneFullStop(command: String) async throws {
      let bench = try await BenchProcess.run(
        command.split(separator: " ").map(String.init), in: folder)
      #expect([2, 64].contains(bench.exitCode), "\(bench.errors)")
      #expect(bench.errors.hasPrefix("Error: "), "\(bench.errors)")
      // Three are a range.
      #expect(!bench.errors.replacing("...", with: "").contains(".."), "\(bench.errors)")
      #expect(bench.errors.split(separator: "\n").first?.hasSuffix(".") == true, "\(bench.errors)")
    }

    @Test(arguments: [
      ("throttle", "bench run --strategy throttle"), ("uart", "bench run --workload uart"),
      ("run throttle", "bench run --strategy throttle"),
      ("simulate --quick .throttle", "bench simulate --strategy .throttle"),
      ("run --interval 4ms", "--strategy throttle:interval=…"),
      ("run --rate 4", "--workload rapid-service:rate=…"),
      ("recommend row.csv", "bench recommend --trace row.csv"),
      ("recommend --trace row.csv --max-main-busy 10", "Write 10%."),
      ("recommend --trace row.csv --for 95", "Write 95%."),
      ("compare a b --smallest-change 5", "Write 5%."),
      ("gate judge . --tolerance 5", "Write 5%."),
      ("record row.csv", "recommend --trace row.csv"), ("record -o row.csv", "--force"),
      ("list foo", "'bench list' shows what there is"),
    ])
    func whatToTypeIsSaid(command: String, advice: String) async throws {
      let bench = try await BenchProcess.run(
        command.split(separator: " ").map(String.init), in: folder)
      #expect([2, 64].contains(bench.exitCode), "\(bench.errors)")
      #expect(bench.errors.contains(advice), "\(bench.errors)")
      #expect(bench.errors.count < 600, "\(bench.errors)")
    }
  }
}
