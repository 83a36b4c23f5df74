import Testing

@testable import Harness
@testable import Runs
@testable import Workloads

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
