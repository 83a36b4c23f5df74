import BenchTestSupport
import Coalesce
import Testing

@testable import BenchHarness
@testable import BenchVerify

struct PromiseCheckTests {
  private func results(
    _ strategy: Selection<StrategyEntry>, schedules: Int
  ) -> [PromiseResult] {
    let search = VirtualSearch(strategy: strategy, schedules: schedules)
    return [Promise].families.flatMap { search.results($0, seed: 1) }
  }

  @Test func everyPromiseHasAShortUniqueColumnTitle() {
    #expect(Promise.allCases.allSatisfy { (1...4).contains($0.column.count) })
    #expect(Set(Promise.allCases.map(\.column)).count == Promise.allCases.count)
  }

  @Test func documentationListsThePromises() throws {
    let text = try PackageFolder.text("docs/verify.md")
    let rows = text.matches(of: /\n\| `([a-z]+)` \| `([-a-z]+)` \| [A-Z].+\. \|/)
    #expect(rows.map(\.1) == Promise.allCases.map { $0.column[...] })
    #expect(rows.map(\.2) == Promise.allCases.map { $0.rawValue[...] })
  }

  /// CI also runs `verify` with more schedules, in the release build.
  @Test(
    arguments: DeliveringStrategies.names + DeliveringStrategies.byRows
      + ["frame:by=rows:portion=count:count=2"])
  func standardStrategyBreaksExactlyItsDeclaredPromises(_ name: String) throws {
    let strategy = try #require(try Selection.parse(name, from: [StrategyEntry].standard).first)
    for result in results(strategy, schedules: 30) {
      let isKnown = strategy.entry.breaks[result.promise] != nil
      #expect((result.verdict == .fail) == isKnown, "\(name): \(result)")
    }
  }

  /// A strategy with this policy that promises 20 ms between deliveries.
  private func claiming(_ policy: Pace) throws -> Selection<StrategyEntry> {
    try Selection(
      .coalescing(
        "claims", origin: "a test", summary: "20 ms between deliveries",
        latencyBound: { _, delivery in .milliseconds(20) + delivery * 3 },
        spacing: { _, _ in .milliseconds(20) }, keepsSpacing: true
      ) { _ in policy })
  }

  @Test func deliveringMoreOftenThanPromisedBreaksAPromise() throws {
    for (policy, isBroken) in [
      (Pace.throttle(for: .milliseconds(20)), false), (.throttle(for: .milliseconds(19)), true),
      (.nextPass, true),
    ] {
      let failed = results(try claiming(policy), schedules: 100).filter { $0.verdict == .fail }
      #expect(failed.map(\.promise) == (isBroken ? [.boundedLatency] : []))
    }
  }

  @Test(arguments: [2, 3])
  func deliveringMoreThanAPortionBreaksAPromise(_ promised: Int) throws {
    var entry = StrategyEntry.coalescing(
      "claims", origin: "a test", summary: "portions of at most three",
      latencyBound: { _, _ in .seconds(86_400) }, portion: { _ in .atMost(3) }
    ) { _ in .frame() }
    entry.largestDelivery = { _ in promised }
    let strategy = try #require(try Selection.parse("claims:by=rows", from: [entry]).first)
    let failed = results(strategy, schedules: 100).filter { $0.verdict == .fail }
    #expect(failed.map(\.promise) == (promised == 2 ? [.boundedLatency] : []))
  }
}
