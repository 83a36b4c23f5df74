import FixtureRun
import Testing

/// On a real main thread, in a process that can be ended.
@Suite(.serialized) struct BadSyncDeadlockTests {
  @Test func submissionInsideADeliveryHangs() async throws {
    let run = try await FixtureRun.play(
      "0:b1 200:e", on: "bad-sync-deadlock", inside: "m1", patience: .seconds(4))
    #expect(run.shownValues == [1])
    #expect(run.ending == .hang)
  }

  @Test func submissionsFromThreadsAreDelivered() async throws {
    let run = try await FixtureRun.play("0:b200 500:b200 1000:p+e", on: "bad-sync-deadlock")
    #expect(run.shownValues == Array(1...400))
    #expect(run.pending == [0])
    #expect(run.ending == .exit(0))
  }

  @Test func submissionsFromMainAloneAreDelivered() async throws {
    let run = try await FixtureRun.play("0:m50 100:m50 300:f+p+e", on: "bad-sync-deadlock")
    #expect(run.shownValues == Array(1...100))
    #expect(run.ending == .exit(0))
  }
}
