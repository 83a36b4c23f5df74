import BenchHarness
import PeerStrategies
import Testing

/// The behaviour that all libraries share on a real main thread. They run concurrently, because a script spends most of its
/// time waiting.
@Suite(.serialized) struct PeerContractTests {
  /// All libraries, with intervals short enough for a test.
  private static let peers = [StrategyEntry].peers.filter(\.isRealTimeOnly).map { entry in
    entry.parameters.isEmpty ? entry.name : entry.name + ":interval=60ms"
  }

  private func play(
    _ script: String, inside: String = "", reload: Int = 0, on peers: [String] = peers
  ) async throws -> [(peer: String, run: FixtureRun)] {
    try await withThrowingTaskGroup { group in
      for peer in peers {
        group.addTask {
          (peer, try await FixtureRun.play(script, on: peer, inside: inside, reload: reload))
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
  }

  @Test func updatesFarApartAreAllShown() async throws {
    for (peer, run) in try await play("0:b1 400:m1 800:b1 1200:p+e") {
      #expect(run.endsUpToDate, "\(peer)")
      #expect(run.pending == [0], "\(peer)")
      #expect(run.misplaced.isEmpty, "\(peer)")
    }
  }

  @Test func submittingOnMainDeliversNothingInsideTheCall() async throws {
    for (peer, run) in try await play("200:m5+p 700:p+e") {
      #expect(run.pending == [5, 0], "\(peer)")
      #expect(run.lines.first?.what == "pending", "\(peer)")
      #expect(run.endsUpToDate, "\(peer)")
    }
  }

  @Test func updatesFromEightThreadsAreShownWithoutOverlap() async throws {
    let threads = Array(repeating: "0:b500", count: 8).joined(separator: " ")
    for (peer, run) in try await play("\(threads) 4000:p 4100:b1 5000:p+e", reload: 1) {
      #expect(run.misplaced.isEmpty, "\(peer)")
      #expect(run.pending == [0, 0], "\(peer)")
      #expect(run.endsUpToDate, "\(peer)")
      #expect(run.model == 4_001, "\(peer)")
    }
  }

  @Test(arguments: ["m5+c+p", "m5+d"])
  func nothingIsDeliveredAfterCancellingOrDropping(_ actions: String) async throws {
    for (peer, run) in try await play("0:b1 500:\(actions) 900:b3 1200:p+e") {
      #expect(run.shownValues.allSatisfy { $0 == 1 }, "\(peer)")
      #expect(run.pending.allSatisfy { $0 == 0 }, "\(peer)")
      #expect(run.ending == .exit(0), "\(peer)")
    }
  }

  @Test func cancellingOnAnotherThreadStopsDeliveries() async throws {
    for (peer, run) in try await play("0:b1 500:k 900:m3 1200:p+e") {
      #expect(run.shownValues.allSatisfy { $0 == 1 }, "\(peer)")
      #expect(run.pending == [0], "\(peer)")
      #expect(run.ending == .exit(0), "\(peer)")
    }
  }

  @Test(arguments: ["c", "d"])
  func cancellingOrDroppingInADeliveryStopsDeliveries(_ action: String) async throws {
    for (peer, run) in try await play("0:m9 500:b3 900:p+e", inside: action) {
      #expect(run.shownValues == [9], "\(peer)")
      #expect(run.pending == [0], "\(peer)")
      #expect(run.ending == .exit(0), "\(peer)")
    }
  }

  @Test func flushShowsPendingUpdatesImmediately() async throws {
    for (peer, run) in try await play("0:b1 500:m5+f+p 1000:p+f+e") {
      let looked = run.lines.firstIndex { $0.what == "pending" }
      let shown = run.lines.firstIndex { $0.what == "shown" && $0.value == 6 }
      #expect(try #require(shown) < #require(looked), "\(peer)")
      #expect(run.pending == [0, 0], "\(peer)")
      #expect(run.endsUpToDate, "\(peer)")
    }
  }

  @Test func flushInsideADeliveryDeliversNothing() async throws {
    for (peer, run) in try await play("0:m1 500:p+e", inside: "f") {
      #expect(run.misplaced.isEmpty, "\(peer)")
      #expect(run.shownValues == [1], "\(peer)")
    }
  }

  @Test func updatesSubmittedInADeliveryAreDeliveredAfterIt() async throws {
    let peers = Self.peers.filter { $0 != "notification-queue" }
    for (peer, run) in try await play("0:m1 600:m1 1100:p+e", inside: "m3", reload: 70, on: peers) {
      #expect(run.misplaced.isEmpty, "\(peer)")
      #expect(run.pending == [0], "\(peer)")
      #expect(run.endsUpToDate, "\(peer)")
    }
  }

  @Test func unusedPeersCanBeDropped() async throws {
    for (peer, run) in try await play("0:d 300:e") { #expect(run.ending == .exit(0), "\(peer)") }
  }
}
