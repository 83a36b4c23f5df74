@testable import BenchHarness
import Foundation
import Testing

@testable import BenchReport

/// What may be compared at all, and what is said of runs that differ.
@Suite(.timeLimit(.minutes(15))) struct ComparableRunsTests {
  private let folder: TemporaryFolder
  private var fixture = SavedRunFixture()

  init() throws {
    folder = try TemporaryFolder()
    fixture.add("latency_p50_ms", [1, 2, 3, 4, 5, 6, 7])
  }

  private func refusal(
    _ change: (inout SavedRunFixture) -> Void,
    environment: (inout RunHeader) -> Void = { _ in }
  ) throws -> String {
    var other = fixture
    change(&other)
    let runs = [
      try fixture.saved("old", in: folder), try other.saved("new", in: folder, environment),
    ]
    let error = #expect(throws: BenchError.self) { try RunComparison(runs) }
    #expect(error?.isUsage == true)
    return error?.description ?? ""
  }

  @Test func otherCostsAreRefusedByName() throws {
    let text = try refusal { $0.costs = CostModel(reload: .milliseconds(3)) }
    #expect(
      text.contains("old and new differ in the view's reloadNanoseconds (2000000 and 3000000)"))
  }

  @Test func otherSeedTimeOrTraceIsRefused() throws {
    var seeded = SavedRunFixture(seed: 7)
    seeded.add("latency_p50_ms", [1])
    #expect(try refusal { $0 = seeded }.contains("seed (1 and 7)"))
    var virtual = SavedRunFixture(time: .virtual)
    virtual.add("latency_p50_ms", [1])
    #expect(try refusal { $0 = virtual }.contains("time (real and virtual)"))
    #expect(
      try refusal { _ in
      } environment: {
        $0.trace = "abc"
      }.contains("trace (none and abc)"))
  }

  /// Every option decides what trials do, but for those that are known not to.
  @Test func otherStretchOfTheWorkloadIsRefused() throws {
    let text = try refusal { _ in
    } environment: {
      $0.window = TrialWindow(startNanoseconds: 0, endNanoseconds: 5)
    }
    #expect(text.contains("window.endNanoseconds (none and 5)"))
  }

  @Test func otherWorkloadUnderTheSameKeyIsRefused() throws {
    var other = SavedRunFixture()
    other.add("latency_p50_ms", [1, 2], updates: 200)
    #expect(try refusal { $0 = other }.contains("updates of uart (100 and 200)"))
  }

  /// Not those of other workloads, of trials that failed, and of those that count allocations.
  @Test func updatesAreCountedInTrialsOfTheWorkloadThatCameToTheirEnd() throws {
    func run(_ name: String, _ updates: [Double]) throws -> SavedRun {
      var fixture = SavedRunFixture()
      for (index, updates) in updates.enumerated() {
        fixture.add("latency_p50_ms", [1], updates: updates, after: index)
      }
      fixture.add("latency_p50_ms", [1], workload: "chat", updates: 30)
      fixture.add("deliveries", [1], outcome: .crashed, updates: 40, after: 8)
      fixture.add("allocations_per_update", [1], updates: 50, pass: .allocations)
      return try fixture.saved(name, in: folder)
    }
    let error = #expect(throws: BenchError.self) {
      try RunComparison([run("old", [100, 100]), run("new", [200])])
    }
    #expect(
      error?.description == "Cannot compare: old and new differ in updates of uart (100 and 200). "
        + "Make one of them again with the options of the other.")
    // It varies from trial to trial.
    #expect(throws: Never.self) {
      try RunComparison([run("some", [100, 101]), run("others", [200, 200])])
    }
    #expect(throws: Never.self) {
      try RunComparison([run("steady", [100, 100]), run("varying", [200, 201])])
    }
  }

  @Test func optionsThatMakeNoOtherWorkMayDiffer() throws {
    var other = fixture
    other.trials = 9
    let runs = [
      try fixture.saved("old", in: folder),
      try other.saved("new", in: folder) {
        ($0.strategies, $0.workloads) = (["naive"], ["uart", "chat"])
        ($0.pin, $0.countsAllocations, $0.recordsEvents) = (true, true, true)
      },
    ]
    #expect(throws: Never.self) { try RunComparison(runs) }
  }

  /// In real time nobody chose it.
  @Test func otherCostOfWakingAQueueIsRefusedInVirtualTimeOnly() throws {
    var virtual = SavedRunFixture(time: .virtual)
    virtual.add("latency_p50_ms", [1])
    let (usual, cheap) = (
      try virtual.saved("usual", in: folder),
      try virtual.saved("cheap", in: folder) { $0.hopNanoseconds = 7 }
    )
    let error = #expect(throws: BenchError.self) { try RunComparison([usual, cheap]) }
    #expect(
      error?.description.hasPrefix(
        "Cannot compare: usual and cheap differ in cost of waking a queue, ns (50000 and 7). ")
        == true)
    let real = try fixture.saved("real", in: folder)
    for runs in [[usual, real], [real, usual]] {
      let error = #expect(throws: BenchError.self) { try RunComparison(runs) }
      #expect(error?.description.contains("queue") == false)
    }
  }

  @Test func numberOfUpdatesThatIsNoneIsNotKnown() throws {
    var other = SavedRunFixture()
    other.add("latency_p50_ms", [1, 2], updates: 1e308)
    let runs = [try fixture.saved("old", in: folder), try other.saved("new", in: folder)]
    #expect(throws: Never.self) { try RunComparison(runs) }
  }

  @Test func runsWithoutACellInCommonAreRefused() throws {
    var other = SavedRunFixture()
    other.add("latency_p50_ms", [1], strategy: "throttle")
    #expect(try refusal { $0 = other }.contains("no strategy on a workload in common"))
  }

  @Test func otherMachineIsWarnedOf() throws {
    let runs = [
      try fixture.saved("old", in: folder),
      try fixture.saved("new", in: folder) {
        $0.governor = "powersave"
        $0.toolchain = "Swift 5"
        $0.work = nil
        $0.isDirty = true
      },
    ]
    let warnings = try RunComparison(runs).warnings
    #expect(
      warnings == [
        "new had uncommitted changes: its commit does not say what ran.",
        "old and new differ in governor, toolchain, which may be all that their figures show.",
      ])
  }

  @Test func allOfTheMachineThatDiffersIsNamed() throws {
    func run(_ name: String, time: TimeMode) throws -> SavedRun {
      var fixture = SavedRunFixture(time: time)
      fixture.add("latency_p50_ms", [1])
      return try fixture.saved(name, in: folder) {
        ($0.system, $0.processor, $0.governor) = (name, name, name)
        ($0.cores, $0.memoryMiB) = (name.count, name.count)
        ($0.toolchain, $0.pin, $0.work) = (name, name == "other", nil)
        ($0.isOptimised, $0.isDirty) = (name != "other", name == "other")
      }
    }
    #expect(
      try RunComparison([run("one", time: .real), run("other", time: .real)]).warnings == [
        "other was built without optimisation.",
        "other had uncommitted changes: its commit does not say what ran.",
        "one and other differ in system, processor, number of cores, memory, governor, toolchain, "
          + "optimisation, pinning, which may be all that their figures show.",
      ])
    // There no machine shows.
    #expect(
      try RunComparison([run("one", time: .virtual), run("other", time: .virtual)]).warnings == [])
  }

  @Test(arguments: [(1.0, 1.02, "+2.0 %"), (1, 0.98, "-2.0 %"), (2, 2.01, nil), (2, 1.99, nil)])
  func calibrationThatDiffersByMoreThanAPercentIsWarnedOf(
    own: Double, other: Double, change: String?
  ) throws {
    let runs = try [own, other].enumerated().map { number, rounds in
      try fixture.saved("run\(number)", in: folder) {
        $0.work = ReloadWork(roundsPerNanosecond: rounds)
      }
    }
    let expected = change.map {
      "By its own calibration, the view of run1 does \($0) work against run0's. On one machine, "
        + "make it again with '\(ProgramName.text) run --calibration' and run0."
    }
    #expect(try RunComparison(runs).warnings == (expected.map { [$0] } ?? []))
  }

  @Test func differentCalibrationIsWarnedOf() throws {
    let runs = try [1.0, 1.005, 1.03].enumerated().map { number, rounds in
      try fixture.saved("run\(number)", in: folder) {
        $0.work = ReloadWork(roundsPerNanosecond: rounds)
      }
    }
    let warnings = try RunComparison(runs).warnings
    #expect(
      warnings.count == 1 && warnings[0].contains("view of run2 does +3.0 % work"), "\(warnings)")
  }

  @Test(
    arguments: [
      (["r/a", "r/b"], ["a", "b"]),
      (["2026-11-22T10-run", "2026-11-23T10-run"], ["22T10", "23T10"]),
      (["x/old/run", "x/new/run"], ["old", "new"]),
      (["r/a", "r/a"], ["a (1)", "a (2)"]),
      (["base", "base-2"], ["base", "base-2"]),
      // Sixteen characters, and one more.
      (["a-run-of-sixteen", "a-run-of-sixtee2"], ["a-run-of-sixteen", "a-run-of-sixtee2"]),
      (["a-run-of-eighteen", "a-run-of-eightee2"], ["eighteen", "eightee2"]),
      // Neither may lose all its words, or one of them to both ends.
      (["a-run-of-eighteen", "a-run-of-eighteen-2"], ["eighteen", "eighteen-2"]),
      (["a-b-b-c-of-many-words", "a-b-c-of-many-words"], ["b-c", "c"]),
      (["r/a", "r/b", "s/a"], ["r", "r", "s"].enumerated().map { "\($1) (\($0 + 1))" }),
    ])
  func labelsAreAsShortAsTellsThemApart(paths: [String], labels: [String]) {
    #expect(RunLabels.short(of: paths.map { URL(fileURLWithPath: $0) }) == labels)
  }
}

/// Reading results back.
@Suite(.timeLimit(.minutes(15))) struct ResultsCSVTests {
  private let keys = ["schema", "name", "count"]

  @Test(
    arguments: [
      ("name,count\n", 1), ("schema,name,count\n2,a,1\n", 2),
      ("schema,name,count\n1,a,1\n1,b,1,2\n", 3),
      ("schema,name,count\n1,a,x\n", 2), ("schema,name,count\n1,a,inf\n", 2),
      ("schema,name,count\n1,a,1\n1,b,0x10\n", 3), ("schema,name,count\n1,a,+1\n", 2),
      ("schema,name,count\n1,\"a\nb\n\",1\n1,c,x\n", 5),
      ("schema,name,count\r\n1,\"a\r\nb\",1\r\n1,c,1,2\r\n", 4),
      ("schema,name,count\n1,a,1\n\n1,c,x\n", 3),
      ("schema,name,count,count\n", 1),
    ])
  func whatIsWrongIsNamedWithItsLine(text: String, line: Int) {
    let error = #expect(throws: BenchError.self) {
      try ResultsCSV(text, file: "f", keys: keys).rows.forEach { _ = try $0.number("count") }
    }
    guard case .badResults("f", line, _) = error else {
      Issue.record("not line \(line): \(String(describing: error))")
      return
    }
  }

  @Test func trialThatStandsThereTwiceIsRefusedWithBothLines() throws {
    let folder = try TemporaryFolder()
    var fixture = SavedRunFixture()
    fixture.add("latency_p50_ms", [1.5, 2])
    let run = try fixture.saved("run", in: folder)
    let file = folder.url.appendingPathComponent("run/trials.csv")
    let text = try String(contentsOf: file, encoding: .utf8)
    let rows = text.split(separator: "\n").map { $0 + "\n" }
    try (text + rows[1]).write(whole: file)
    let error = #expect(throws: BenchError.self) { try SavedRun(run.folder) }
    guard case .badResults(_, 4, let cause) = error else {
      Issue.record("not line 4: \(String(describing: error))")
      return
    }
    #expect(cause.contains("line 2"))
  }

  @Test func emptyFieldIsNoNumberAndNoZero() throws {
    let table = try ResultsCSV("schema,name,count\n1,\"a, b\",\n", file: "f", keys: keys)
    #expect(try table.rows[0].number("count") == nil)
    #expect(table.rows[0].text("name") == "a, b")
  }

  @Test func runIsReadBackAsItWasWritten() throws {
    let folder = try TemporaryFolder()
    var fixture = SavedRunFixture()
    fixture.add("latency_p50_ms", [1.5, 2.25])
    let run = try fixture.saved("run", in: folder)
    #expect(run.records.map(\.id) == fixture.records.map(\.id))
    #expect(run.records.map(\.values) == fixture.records.map(\.values))
  }
}
