import BenchTestSupport
import Foundation
import Testing

extension BenchTests {
  /// Bad input is refused with exit code 64, or 2 if a file is at fault, and with advice. Nothing is written.
  @Suite struct RefusalTests {
    private let folder: TemporaryFolder
    private let names: [String]

    init() throws {
      folder = TemporaryFolder()
      try folder.file("file")
      try folder.file("empty/notes.md")
      try folder.file("row.csv", "time_ms\n1\nx\n")
      try folder.file("rows.json", "[{")
      try folder.file("open.yml", "schema: 1\nexact: [")
      try folder.file("twice.yml", "schema: 1\nschema: 1\n")
      try folder.file("seed.yml", "schema: 1\nexact: { strategies: naive, seeds: [x] }\n")
      for name in ["broken", "results."] {
        try folder.file("\(name)/environment.json", "{")
        try folder.file("\(name)/records.jsonl", "{\n")
      }
      names = try folder.names()
    }

    private func refusal(_ command: String, exits codes: [Int32] = [2, 64]) async throws -> String {
      let bench = try await BenchProcess.run(command, in: folder, exits: nil)
      #expect(codes.contains(bench.exitCode), "\(command): \(bench.errors)")
      #expect(bench.output.isEmpty && bench.errors.hasPrefix("Error: "), "\(bench.errors)")
      #expect(try folder.names() == names)
      return bench.errors
    }

    @Test(arguments: [
      "resume missing", "resume broken", "run --calibration broken",
      "simulate --trace missing.csv", "simulate --trace row.csv", "simulate --trace rows.json",
      "simulate --trace .", "simulate --output file", "simulate --output file/x",
      "simulate --output results.", "recommend missing.csv", "recommend",
      "simulate --strategy throttle:interval=4ms...",
      "simulate --strategy naive:interval=1ms...2ms", "compare missing broken",
      "compare results. broken", "merge broken broken", "export broken --format bencher",
      "record --output missing/x", "record --output .", "gate --settings missing.yml",
      "gate --settings open.yml", "gate --settings twice.yml", "gate --settings seed.yml",
      "gate accept --settings open.yml", "verify --strategy nonsense",
    ])
    func refusalEndsWithOneFullStop(command: String) async throws {
      let errors = try await refusal(command)
      // Ranges contain three dots.
      #expect(!errors.replacing("...", with: "").contains(".."), "\(errors)")
      #expect(errors.split(separator: "\n").first?.hasSuffix(".") == true, "\(errors)")
    }

    @Test(arguments: [
      ("throttle", "Choose from: run, resume, simulate"),
      ("gate acept", "Choose from: check, accept, revisions."),
      ("run --stratgy naive", "Did you mean '--strategy'?"),
      ("run --strategy throtle", "Unknown strategy: 'throtle'. Choose from: naive, "),
      ("simulate --workload uart,wart", "Unknown workload: 'wart'."),
      ("run --strategy combine-*", "Try Scripts/bench-peers instead."),
      ("simulate --workload steady:speed=3", "'steady' has no parameter 'speed'."),
      ("simulate --workload steady:speed=3", "rate, rows, duration"),
      ("simulate --strategy throttle:intervall=5ms", "Choose from: interval, by, limit, portion"),
      ("simulate --strategy reveal:portion=count", "'reveal' has no parameter 'portion'."),
      ("simulate --costs uikit", "list"), ("run --costs gtk", "--costs"),
      ("simulate --warm-hop 5us", "Add --costs gtk or --frame-cost."),
      ("simulate --pass-cost 5us", "--pass-cost is about a screen"),
      ("run --trials=0", "--trials"), ("run --trials=1001", "--trials"),
      ("verify --deadline 0s", "--deadline must be more than 0"),
      ("verify --strategy null", "'null' is not a valid strategy to verify."),
      ("verify --strategy throttle:size=3", "has no parameter 'size'"),
      ("verify --seeds 0", "--seeds is 0; give 1 to"),
      ("verify --schedules 0", "--schedules is 0; give 1 to"),
      ("verify --virtual-only --real-time-only", "not both."),
      ("verify --seed 18446744073709551615", "--seed is"),
      ("simulate --workload uart,firehose", "firehose cannot run in virtual time. Use 'bench run'"),
      ("recommend my.csv --workload uart", "Give recordings or --workload, not both."),
      ("recommend", "Give a recording of your own, such as my-app.csv, or a built-in workload"),
      ("recommend empty", "the folder has no file of type"),
      ("recommend missing.csv", "missing.csv"),
      ("recommend --max-latency 100", "a number and a unit"),
      ("recommend --max-latency 0ms", "more than 0"),
      ("recommend --latency-percentile p99", "needs --max-latency"),
      ("recommend --max-latency 1ms --latency-percentile p98", "p98"),
      ("recommend --max-main-busy 0%", "0%"), ("recommend --max-main-busy 30", "Write 30%."),
      ("recommend --max-main-busy nan%", "nan%"),
      ("recommend --max-deliveries-per-second 0", "than 0"),
      ("recommend --max-deliveries-per-second nan", "than 0"),
      ("recommend --workload firehose", "virtual time"), ("recommend --workload trace", "--trace"),
      ("recommend --workload uart --strategy null", "deliver nothing"),
      ("recommend --workload uart --row-column id", "need one: give its file"),
      ("recommend --workload uart --for 0%", "0%"),
      ("recommend --workload uart --shard 1/2", "there is 1 recording"),
      ("recommend --workload uart,idle --shard 1/3", "there are 2 recordings"),
      ("recommend --workload uart --latency-price nan", "--latency-price"),
      ("compare a b --smallest-change 5", "Write 5%."),
      ("record -o row.csv", "--force"), ("list foo", "'bench list --all' shows all choices"),
    ])
    func refusalSaysHowToFixTheCommand(command: String, advice: String) async throws {
      let errors = try await refusal(command, exits: [64])
      #expect(errors.contains(advice), "\(errors)")
    }

    @Test(arguments: [
      "--strategy throttle:interval=5", "--strategy throttle:interval=-5ms",
      "--strategy throttle:interval", "--strategy throttle:interval=1ms:interval=2ms",
      "--workload uart:rate=0", "--workload on-off:spacing=10ms",
      "--workload multi-view:threads=17",
      "--workload trace", "--reload-cost 5", "--reload-cost 61s", "--visible-rows 10001",
      "--visible-rows=-1", "--row-change-cost much", "--visible-row-cost=-1ms", "--seed one",
      "--seed=-1", "--format xml", "--limit 5", "--time-column t", "--trace t.csv --limit 0",
      "--trace t.csv --speed 0x", "--trace t.csv --time-unit h", "--nonsense", "--strategy",
      // Each value is in its parameter's range, but the workload as a whole is too large to plan.
      "--workload uart:rate=1000000000:duration=8000000000s",
      "--workload on-off:period=8000000000s:bursts=2", "--workload slow-reload:reload=8000000000s",
    ])
    func badOptionIsRefused(options: String) async throws {
      for command in ["run", "simulate"] { _ = try await refusal("\(command) \(options)") }
    }

    @Test func completionOffersStrategiesAndWorkloads() async throws {
      for (option, begun, name) in [
        ("--strategy", "naive,thr", "naive,throttle"), ("--workload", "", "uart"),
      ] {
        let bench = try await BenchProcess.run(
          "---completion run -- \(option) 3 \(begun.count) bench run \(option)", [begun], in: folder
        )
        #expect(bench.output.split(separator: "\n").contains(name[...]), "\(bench.output)")
      }
    }

    @Test func versionNamesTheCommitAndCompiler() async throws {
      let bench = try await BenchProcess.run("--version", in: folder)
      #expect(
        bench.output.wholeMatch(
          of: /bench [0-9]+\.[0-9]+\.[0-9]+ \((commit [0-9a-f]{7,}( with changes)?, )?Swift .*\)\n/)
          != nil, "\(bench.output)")
    }
  }
}
