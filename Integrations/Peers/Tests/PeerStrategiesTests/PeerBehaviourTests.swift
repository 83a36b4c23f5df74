import Foundation
import Testing

/// The differences between peers on a real main thread. The bounds on times also hold on a busy machine: they only
/// forbid deliveries that are too early or not merged.
@Suite(.serialized) struct PeerBehaviourTests {
  // async-throttle

  @Test func asyncThrottleHoldsBackAnUpdateWithinTheInterval() async throws {
    let run = try await FixtureRun.play(
      "0:m1 500:p 1000:p+e", on: "async-throttle:interval=60s", inside: "m1")
    #expect(run.shownValues == [1])
    #expect(run.model == 2)
    #expect(run.pending == [0, 0], "nothing will be delivered, so nothing is pending")
  }

  @Test func asyncThrottleDeliversAHeldUpdateWithTheNextOne() async throws {
    let run = try await FixtureRun.play(
      "0:m1 900:m1 1300:p+e", on: "async-throttle:interval=300ms", inside: "m1")
    #expect(run.shownValues == [1, 3])
    #expect(run.pending == [0])
  }

  // debounces

  @Test(arguments: ["async-debounce", "combine-debounce"])
  func debounceShowsNothingWhileUpdatesKeepComing(_ peer: String) async throws {
    let updates = (0..<10).map { "\($0 * 100):b1" }.joined(separator: " ")
    let run = try await FixtureRun.play("\(updates) 900:b1 2200:p+e", on: "\(peer):interval=600ms")
    #expect(run.shownValues == [11])
    #expect(try #require(run.shown.first).time >= 1_500)
    #expect(run.pending == [0])
  }

  @Test(arguments: ["async-debounce", "combine-debounce"])
  func debounceCountsHeldUpdatesAsPending(_ peer: String) async throws {
    let run = try await FixtureRun.play("0:b7 500:p+e", on: "\(peer):interval=60s")
    #expect(run.shown.isEmpty)
    #expect(run.pending == [7])
  }

  // async-newest

  @Test func asyncNewestDeliversAMainThreadBurstTwice() async throws {
    let run = try await FixtureRun.play("200:m100 700:p+e", on: "async-newest")
    #expect(run.shownValues == [100, 100])
  }

  // combine-throttle

  @Test func combineThrottleDeliversTheTrailingUpdateAnIntervalLater() async throws {
    let run = try await FixtureRun.play(
      "0:m1 1500:p+e", on: "combine-throttle:interval=500ms", inside: "m3")
    #expect(run.shownValues == [1, 4])
    #expect(run.pending == [0])
    let times = run.shown.map(\.time)
    #expect(try #require(times.last) - #require(times.first) >= 490)
  }

  @Test func combineThrottleIntervalRunsFromStartToStart() async throws {
    let run = try await FixtureRun.play(
      "0:m1 1500:p+e", on: "combine-throttle:interval=300ms", inside: "m3", reload: 400)
    let times = run.shown.map(\.time)
    #expect(times.count == 2)
    #expect(try #require(times.last) - #require(times.first) >= 395)
    #expect(run.misplaced.isEmpty)
  }

  // notification-queue

  @Test func notificationQueueDeliversAMainThreadBurstOnce() async throws {
    let run = try await FixtureRun.play("0:m100 500:p+e", on: "notification-queue")
    #expect(run.shownValues == [100])
  }

  // observations

  @Test func observationsDeliversAMainThreadBurstOnce() async throws {
    let run = try await FixtureRun.play("200:m100 700:p+e", on: "observations")
    #expect(run.shownValues == [100])
    #expect(run.pending == [0])
  }

  @Test func observationsDeliversAMissedChangeWithTheNextOne() async throws {
    let run = try await FixtureRun.play("200:b500 700:m1 1200:p+e", on: "observations")
    #expect(run.endsUpToDate)
    #expect(run.pending == [0])
  }

  #if os(Linux)
    @Test func notificationQueueCrashesWhenADeliverySubmits() async throws {
      let run = try await FixtureRun.play("0:m1 500:e", on: "notification-queue", inside: "m1")
      #expect(run.shownValues == [1])
      #expect(run.ending == .signal(SIGABRT))
    }
  #endif
}
