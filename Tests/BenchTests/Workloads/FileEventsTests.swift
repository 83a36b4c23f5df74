import Testing

@testable import BenchHarness
@testable import BenchReport

@Suite struct FileEventsTests {
  @Test func recordingHasTheDocumentedLength() throws {
    let plan = try TrialPlan.of("file-events")
    #expect(plan.updates.count == 4_935)
    #expect(plan.updates.intendedNanoseconds.first == 0)
    #expect(abs(plan.duration.milliseconds - 10_600) < 1_000)
    let gaps = plan.gaps.sorted()
    #expect((17_000...19_000).contains(gaps[gaps.count / 2]))
  }

  @Test func recordingHasEveryKindOfChange() throws {
    #expect(Set(try TrialPlan.of("file-events").updates.kind) == [.insert, .change, .delete])
  }

  @Test func speedShortensIt() throws {
    let plan = try TrialPlan.of("file-events:speed=10")
    let original = try TrialPlan.of("file-events")
    #expect(plan.updates.count == original.updates.count)
    #expect(
      abs(plan.duration.milliseconds * 10 - original.duration.milliseconds) < 0.001)
  }
}

@Suite struct LogStreamTests {
  @Test(arguments: [("build", 463, 22_400.0), ("test", 3_656, 27_200.0)])
  func recordingHasTheDocumentedLength(recording: String, lines: Int, milliseconds: Double) throws {
    let plan = try TrialPlan.of("log-stream:recording=\(recording)")
    #expect(plan.updates.count == lines)
    #expect(abs(plan.duration.milliseconds - milliseconds) < 100)
    #expect(Set(plan.updates.row).count == lines)
  }

  /// A pipe hands over what was written at once.
  @Test(arguments: ["build", "test"])
  func moreThanHalfOfTheLinesComeWithTheOneBefore(recording: String) throws {
    let gaps = try TrialPlan.of("log-stream:recording=\(recording)").gaps
    #expect(gaps.count { $0 == 0 } * 2 > gaps.count)
  }
}
