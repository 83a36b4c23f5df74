import Coalesce
import Testing

@testable import BenchHarness

/// Properties of all workloads of the registry.
struct WorkloadTests {
  /// All workloads that need no file, at full length and as shortened by `--quick`.
  static let plannable = [Workload].standard.filter { $0.name != "trace" }.flatMap { workload in
    [
      workload.name,
      workload.quick.sorted { $0.key < $1.key }.reduce(workload.name) {
        $0 + ":\($1.key)=\($1.value)"
      },
    ]
  }

  /// A plan depends on the seed alone, ends within its duration, and has one producer per row of a view.
  @Test(arguments: plannable)
  func planIsValidAndReproducible(workload: String) throws {
    let plan = try TrialPlan.of(workload, seed: 7)
    let again = try TrialPlan.of(workload, seed: 7)
    try plan.validate(workload: workload)
    let updates = plan.updates
    #expect(updates.intendedNanoseconds == again.updates.intendedNanoseconds)
    #expect((0..<updates.count).allSatisfy { updates.change($0) == again.updates.change($0) })
    #expect(updates.view == again.updates.view && updates.producer == again.updates.producer)
    #expect(try #require(updates.intendedNanoseconds.last) <= plan.duration.wholeNanoseconds)
    #expect(plan.duration > .zero && plan.producers.count <= 17)
    guard plan.tracksRows else { return }
    var owner: [Int: UInt8] = [:]
    for index in 0..<updates.count {
      let row = Int(updates.view[index]) << 32 | Int(updates.row[index])
      #expect(owner[row, default: updates.producer[index]] == updates.producer[index])
      owner[row] = updates.producer[index]
    }
  }

  @Test(arguments: plannable.filter { !$0.hasPrefix("slow-reload") && !$0.hasPrefix("firehose") })
  func viewHasTheCallersCosts(workload: String) throws {
    // Sets all costs, because a workload may change those that the caller does not set.
    let costs = CostModel(reload: .milliseconds(9), visibleRows: 3, content: .microseconds(1))
    let plan = try TrialPlan.of(workload, costs: costs)
    #expect(plan.costs == costs || !plan.tracksRows)
  }

  @Test(arguments: [Workload].standard.filter { !$0.quick.isEmpty }.map(\.name))
  func quickShortensThePlan(name: String) throws {
    let workload = try #require([Workload].standard.first { $0.name == name })
    let short = try Selection(workload, given: workload.quick).plan()
    let long = try Selection(workload).plan()
    #expect(
      short.duration < long.duration || short.updates.count < long.updates.count)
  }

  @Test(arguments: [
    "trace", "on-off:burst=11:spacing=5ms:period=50ms", "multi-view:threads=17",
    "multi-view:views=1001", "firehose:updates=100:producers=17", "launch:work=61s",
    "token-stream:answers=17", "token-stream:answers=16:tokens=99999999",
    "token-stream:rate=0.001:tokens=1000000", "self-exciting:children=0.96",
  ])
  func impossiblePlansAreRefused(workload: String) {
    let error = #expect(throws: BenchError.self) { try TrialPlan.of(workload) }
    #expect(error?.description.hasPrefix("Workload '") == true)
  }

  @Test(arguments: [
    "on-off:burst=10:spacing=5ms:period=50ms", "firehose:updates=100:producers=16",
    "multi-view:threads=16:views=1000:changes=1:bursts=1",
  ])
  func planAtItsLimitIsAccepted(workload: String) throws {
    #expect(try TrialPlan.of(workload).updates.count > 0)
  }
}

/// Single workloads match their descriptions.
struct WorkloadShapeTests {
  @Test(
    arguments: [
      ("complete-all", 100, [.main]), ("complete-all:updates=10000", 10_000, [.main]),
      ("on-off:bursts=2", 200, [.thread]), ("steady:duration=400ms", 400, [.thread]),
      ("sparse:duration=10s", 14, [.thread]), ("slow-reload:duration=1s", 10, [.thread]),
      // 115 200 baud, 10 bits per byte, 20 bytes per packet.
      ("uart:duration=1s", 115_200 / 10 / 20, [.thread]), ("uart:duration=1ms", 0, [.thread]),
      ("uart:rate=0.5:duration=2s", 1, [.thread]),
      ("multi-view:bursts=1", 8 * 4 * 3, Array(repeating: .thread, count: 4)),
      ("firehose:updates=4000", 4_000, Array(repeating: .thread, count: 4)),
      ("file-events", 4_935, [.thread]), ("log-stream:recording=build", 463, [.thread]),
      ("log-stream:recording=test", 3_656, [.thread]),
    ] as [(String, Int, [TrialPlan.Producer])])
  func planHasTheDocumentedSize(
    workload: String, updates: Int, producers: [TrialPlan.Producer]
  ) throws {
    let plan = try TrialPlan.of(workload)
    #expect(plan.updates.count == updates)
    #expect(plan.producers == producers)
  }

  @Test(
    arguments: [
      ("complete-all", 0...0), ("steady", 1_000_000...1_000_000),
      ("uart", 1_736_110...1_736_112), ("sparse", 699_999_999...700_000_001),
    ] as [(String, ClosedRange<UInt64>)])
  func updatesAreEvenlySpaced(workload: String, gap: ClosedRange<UInt64>) throws {
    #expect(try TrialPlan.of(workload).gaps.allSatisfy(gap.contains))
  }

  @Test func burstsComeOncePerPeriod() throws {
    let plan = try TrialPlan.of("on-off:burst=3:spacing=1ms:period=50ms:bursts=2")
    #expect(
      plan.updates.intendedNanoseconds.map { $0 - 10_000_000 }
        == [0, 1_000_000, 2_000_000, 50_000_000, 51_000_000, 52_000_000])
    let views = try TrialPlan.of("multi-view:period=400ms:bursts=2")
    #expect(Set(views.updates.intendedNanoseconds) == [10_000_000, 410_000_000])
    let pairs = Set(zip(views.updates.view, views.updates.producer).map { "\($0)-\($1)" })
    #expect(views.viewCount == 8 && pairs.count == 8 * 4)
  }

  /// Expects 20 000 updates with a standard deviation of 141, and gaps of 5 ms on average; a share of 1/e is longer.
  @Test(
    arguments: [
      "rapid-service:duration=100s", "self-exciting:children=0.001:rate=200:duration=100s",
    ], 1...4 as ClosedRange<UInt64>)
  func timesFollowAPoissonProcess(workload: String, seed: UInt64) throws {
    let plan = try TrialPlan.of(workload, seed: seed)
    #expect(abs(plan.updates.count - 20_000) < 5 * 142)
    let long = Double(plan.gaps.count { $0 > 5_000_000 }) / Double(plan.gaps.count)
    #expect(abs(long - 0.3679) < 5 * 0.0034)
    #expect(Set(plan.updates.row) == Set(0..<50))
  }

  /// 20 clusters a second for 4 000 s, of 1 / (1 − 0.8) = 5 updates on average. In long windows, the variance of counts
  /// is 1 / (1 − n)² = 25 times that of a Poisson process.
  @Test func selfExcitingUpdatesComeInBursts() throws {
    let plan = try TrialPlan.of("self-exciting:duration=4000s")
    #expect(abs(Double(plan.updates.count) / 400_000 - 1) < 0.05)
    var counts = [Double](repeating: 0, count: 800)
    for time in plan.updates.intendedNanoseconds { counts[Int(time / 5_000_000_000)] += 1 }
    let mean = counts.reduce(0, +) / 800
    let variance = counts.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / 799
    #expect((18...32).contains(variance / mean), "\(variance / mean)")
  }

  @Test(arguments: ["rapid-service", "self-exciting", "token-stream"])
  func seedChangesTheTimes(workload: String) throws {
    let plans = try (1...4).map { try TrialPlan.of(workload, seed: $0) }
    #expect(Set(plans.map(\.updates.intendedNanoseconds)).count == 4)
  }

  @Test(arguments: [
    ("file-events", 10_600.0), ("log-stream:recording=build", 22_400),
    ("log-stream:recording=test", 27_200),
  ])
  func recordingHasTheDocumentedLength(workload: String, milliseconds: Double) throws {
    let length = try TrialPlan.of(workload).duration.milliseconds
    #expect(abs(length - milliseconds) < 1_000)
    let fast = try TrialPlan.of("\(workload):speed=10").duration.milliseconds
    #expect(abs(fast * 10 - length) < 0.001)
  }
}

extension TrialPlan {
  /// The distances between neighbouring intended times, in nanoseconds.
  var gaps: [UInt64] {
    zip(updates.intendedNanoseconds.dropFirst(), updates.intendedNanoseconds).map { $0 - $1 }
  }
}
