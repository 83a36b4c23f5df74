import Coalesce
import Foundation
import Testing

@testable import BenchHarness
@testable import BenchReport
@testable import BenchVerify

/// Each check fails for a strategy that breaks its promise, and for no other.
@Suite(.timeLimit(.minutes(15))) struct PromiseCheckTests {
  private static let searched = [PromiseCheck].families.flatMap { $0.map(\.promise) }

  /// What is found about everything that is looked for.
  private func results(
    _ strategy: Selection<StrategyEntry>, _ schedules: Int, seed: UInt64 = 1
  ) async -> [PromiseResult] {
    await VirtualSearch(strategy: strategy, schedules: schedules).all(seed: seed)
  }

  @Test func everyPromiseHasAProperty() {
    #expect([PromiseCheck].all.map(\.promise) == Promise.allCases)
    #expect(Promise.allCases.allSatisfy { (1...4).contains($0.column.count) })
    #expect(Set(Promise.allCases.map(\.column)).count == Promise.allCases.count)
  }

  @Test func documentationListsThePromisesInTheirWords() throws {
    let file = SourceFolder.url.deletingLastPathComponent().appendingPathComponent("docs/verify.md")
    let rows = Promise.allCases.map { "| `\($0.column)` | `\($0.rawValue)` | \($0.sentence) |" }
    let text = try String(contentsOf: file, encoding: .utf8)
    #expect(text.contains("\n" + rows.joined(separator: "\n") + "\n"))
  }

  @Test func everyCheckIsInTheRegistry() throws {
    let names = try SourceFolder.names(/static let (\w+)/, in: "BenchVerify/Checks")
    let promises = [PromiseCheck].all.map(\.promise.rawValue)
    #expect(names.map(SourceFolder.kebabCase).sorted() == promises.sorted())
  }

  @Test func eachPromiseIsLookedForInOneFamily() {
    let others: [Promise] = [.survives, .boundedMemory, .costsOfTasks]
    #expect(Set(Self.searched).count == Self.searched.count)
    #expect(Set(Self.searched + others) == Set(Promise.allCases))
  }

  @Test func correctStrategyFailsNothing() async throws {
    for result in await results(try Selection(.defective(nil)), 300) {
      let isPromised = result.promise != .boundsInGroups
      #expect(result.verdict == (isPromised ? .pass : .notPromised), "\(result)")
    }
  }

  @Test(arguments: Self.searched)
  func defectIsSeenByItsOwnPropertyAlone(_ defect: Promise) async throws {
    for result in await results(try Selection(.defective(defect)), 150) {
      #expect((result.verdict == .fail) == (result.promise == defect), "\(result)")
    }
  }

  @Test(arguments: Self.searched)
  func sameSeedFindsTheSame(_ defect: Promise) async throws {
    let search = VirtualSearch(strategy: try Selection(.defective(defect)), schedules: 150)
    let check = try #require([PromiseCheck].all.first { $0.promise == defect })
    let first = await search.found([check], seed: 7)
    #expect(first[0].seed == 7)
    #expect(!first[0].schedule.isEmpty && !first[0].detail.isEmpty)
    #expect(await search.found([check], seed: 7) == first)
  }

  @Test func latencyIsLookedAtWhereABoundIsPromisedOnly() async throws {
    let naive = try Selection.parse("naive", from: [StrategyEntry].standard)
    let found = await results(naive[0], 10).first { $0.promise == .boundedLatency }
    #expect(found?.verdict == .notPromised)
  }

  /// One that promises 20 ms between deliveries, and has none, or forgets it at times.
  private func claiming(_ policy: Pace) throws -> Selection<StrategyEntry> {
    let entry = StrategyEntry.coalescing(
      "claims", origin: "a test", summary: "20 ms between deliveries", parameters: [],
      latencyBound: { _, delivery in .milliseconds(20) + delivery * 3 },
      spacing: { _, _ in .milliseconds(20) }, keepsSpacing: true
    ) { _ in policy }
    return try #require(try Selection.parse("claims", from: [entry]).first)
  }

  private func failed(_ policy: Pace) async throws -> Set<Promise> {
    Set(await results(try claiming(policy), 100).filter { $0.verdict == .fail }.map(\.promise))
  }

  @Test func deliveryBeforeItsTimeIsABrokenPromiseToo() async throws {
    #expect(try await failed(.throttle(for: .milliseconds(20))).isEmpty)
    #expect(try await failed(.nextPass).contains(.boundedLatency))
    #expect(try await failed(.throttle(for: .milliseconds(19))).contains(.boundedLatency))
  }

  /// Flushes, resets, bounds and the end of a pause hurry what waits then, and nothing later.
  @Test(
    arguments: [
      (.flush, 1), (.reset, 1), (.submitWithin, 1), (.submit, 0), (.resume, 0), (.cancelPending, 0),
    ] as [(ScheduleStep.Action, Int)])
  func whatHurriesADeliveryHurriesNoOther(_ action: ScheduleStep.Action, _ hurried: Int) throws {
    let schedule = Schedule(steps: [
      ScheduleStep(time: 0, place: .main, action: .submit),
      ScheduleStep(time: 1_000_000, place: .main, action: .submit),
      ScheduleStep(time: 2_000_000, place: .main, action: action),
      ScheduleStep(time: 3_000_000, place: .main, action: .submit),
    ])
    let throttle = try claiming(.throttle(for: .milliseconds(20)))
    let outcome = SchedulePlayer.play(schedule, on: throttle)
    #expect(outcome.seen.starts.count { $0.isHurried } == hurried)
    #expect(outcome.early(throttle) == nil)
    let eager = try claiming(.nextPass)
    let words = SchedulePlayer.play(schedule, on: eager).early(eager)
    #expect(words == "a delivery began 1ms after the one before, promised is 20ms")
  }

  /// Early, late and on time; each standard strategy, those that are known to break something too. CI
  /// also runs `verify` with more schedules, in the release build.
  @Test(arguments: [StrategyEntry].standard.filter { $0.delivery != .none }.map(\.name))
  func standardStrategyBreaksNothingButWhatIsKnown(_ name: String) async throws {
    let strategy = try #require(try Selection.parse(name, from: [StrategyEntry].standard).first)
    for result in await results(strategy, 30) {
      let isKnown = strategy.entry.breaks[result.promise] != nil
      #expect((result.verdict == .fail) == isKnown, "\(name): \(result)")
    }
  }
}
