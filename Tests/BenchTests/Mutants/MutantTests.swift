import BenchHarness
import Coalesce
import CoalesceTesting
import Dispatch
import Foundation
import Testing

@testable import BenchMutants

/// The mutants whose defect no schedule in virtual time can show, and that they behave until then.
@Suite(.timeLimit(.minutes(15))) struct MutantTests {
  private let shown = Locked<[Int]>([])

  /// An update that counts those that are alive.
  private final class Counted: Sendable {
    private let living: Locked<Int>

    init(_ living: Locked<Int>) {
      self.living = living
      living.withLock { $0 += 1 }
    }

    deinit { living.withLock { $0 -= 1 } }
  }

  @Test func leakKeepsEveryDeliveredUpdateUntilItIsDropped() {
    let living = Locked(0)
    let scheduler = VirtualScheduler()
    let delivered = Locked(0)
    var strategy: (any UpdateStrategy<Counted>)? = BadLeak(scheduler: scheduler) { _ in
      delivered.withLock { $0 += 1 }
    }
    scheduler.at(nanoseconds: 0) {
      for _ in 0..<100 { strategy?.submit(Counted(living)) }
    }
    scheduler.run()
    #expect(delivered.withLock { $0 } == 100)
    #expect(strategy?.pendingCount == 0)
    #expect(living.withLock { $0 } == 100)
    strategy = nil
    #expect(living.withLock { $0 } == 0)
  }

  @Test func crashDeliversThirtyOneWaitingUpdates() {
    let scheduler = VirtualScheduler()
    let strategy = BadCrash<UpdateCount>(scheduler: scheduler) { [shown] update in
      shown.withLock { $0.append(update.updateCount) }
    }
    for _ in 0..<10 {
      for _ in 0..<31 { strategy.submit(.one) }
      scheduler.run()
    }
    #expect(shown.withLock { $0 } == Array(repeating: 31, count: 10))
    #expect(strategy.pendingCount == 0)
  }

  @Test func crashEndsTheProcessWithTheThirtySecond() async {
    await #expect(processExitsWith: .failure) {
      let strategy = BadCrash<UpdateCount>(scheduler: VirtualScheduler()) { _ in }
      for _ in 0..<32 { strategy.submit(.one) }
    }
  }

  /// On the real main queue, which the mutant names. That it hangs takes a main thread that turns a
  /// run loop: `bench verify` catches it there, in `RealVerifyTests`.
  private func deadlock() -> BadSyncDeadlock<Int> {
    BadSyncDeadlock(scheduler: DispatchScheduler.main) { [shown] number in
      shown.withLock { $0.append(number) }
    }
  }

  @Test func deadlockDeliversSubmissionsFromThreads() async {
    let strategy = deadlock()
    await withCheckedContinuation { ended in
      Thread.detachNewThread {
        for number in 1...400 { strategy.submit(number) }
        ended.resume()
      }
    }
    while strategy.pendingCount > 0 { await Task.yield() }
    // The last delivery took its update and may not have called yet: main is at its end here.
    await withCheckedContinuation { ended in DispatchQueue.main.async { ended.resume() } }
    #expect(shown.withLock { $0 } == Array(1...400))
  }

  @Test func deadlockDeliversSubmissionsFromMainAlone() async {
    let strategy = deadlock()
    await withCheckedContinuation { ended in
      DispatchQueue.main.async {
        for number in 1...100 { strategy.submit(number) }
        strategy.flush()
        ended.resume()
      }
    }
    #expect(shown.withLock { $0 } == Array(1...100))
    #expect(strategy.pendingCount == 0)
  }
}

@Suite(.timeLimit(.minutes(15))) struct MutantRegistryTests {
  private let mutants = [StrategyEntry].mutants

  @Test func everyMutantIsInTheRegistry() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Mutants")
    let declaration = /(?:class|func) [Bb]ad([A-Z]\w+)/
    let words = /[A-Z][a-z]+/
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).flatMap { file in
      try String(contentsOf: folder.appending(path: file), encoding: .utf8)
        .matches(of: declaration).map { match in
          (["bad"] + match.1.matches(of: words).map { $0.output.lowercased() })
            .joined(separator: "-")
        }
    }
    #expect(Set(names) == Set(mutants.map(\.name)))
    #expect(names.count == mutants.count)
  }

  @Test func eachSaysWhichPromisesItBreaksAndWhy() {
    for mutant in mutants {
      #expect(!mutant.breaks.isEmpty)
      for reason in mutant.breaks.values { #expect(!reason.isEmpty && !reason.hasSuffix(".")) }
    }
  }

  @Test func onlyTheDeadlockTheRacesAndTheTasksNeedRealTime() {
    #expect(
      mutants.filter(\.isRealTimeOnly).map(\.name) == [
        "bad-sync-deadlock", "bad-cancel-disarms", "bad-resume-looks-first",
        "bad-starts-tasks",
      ])
  }

  @Test func theBenchHasNoneOfThem() {
    let bench: [StrategyEntry] = .standard
    #expect(Set(mutants.map(\.name)).isDisjoint(with: bench.map(\.name)))
  }
}
