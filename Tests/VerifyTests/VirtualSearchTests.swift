import Testing

@testable import BenchHarness
@testable import BenchMutants
@testable import BenchVerify

/// The checks find what each mutant breaks and nothing else. `VerifyTests` covers mutants that crash, use too much
/// memory or need real time.
struct VirtualSearchTests {
  private static let elsewhere: Set<Promise> = [.survives, .boundedMemory]

  private static let searched = [StrategyEntry].mutants.filter {
    !$0.isRealTimeOnly && elsewhere.isDisjoint(with: $0.breaks.keys)
  }.map(\.name)

  private func results(_ name: String, schedules: Int, seed: UInt64) throws -> [PromiseResult] {
    let mutant = try #require(try Selection.parse(name, from: .mutants).first)
    let search = VirtualSearch(strategy: mutant, schedules: schedules)
    return [PromiseCheck].families.flatMap { search.results($0, seed: seed) }
  }

  @Test func everyPromiseHasAMutantThatBreaksOnlyThatPromise() {
    let own = Set([StrategyEntry].mutants.filter { $0.breaks.count == 1 }.flatMap(\.breaks.keys))
    #expect(own == Set(Promise.allCases))
  }

  @Test(arguments: searched)
  func mutantFailsOnlyItsDeclaredPromises(_ name: String) throws {
    let mutant = try #require([StrategyEntry].mutants.first { $0.name == name })
    let results = try results(name, schedules: 100, seed: 1)
    for result in results {
      let isKnown = mutant.breaks[result.promise] != nil
      // A promise is not checked if its schedules also fail without the situation it is about.
      let expected: [PromiseVerdict] =
        isKnown ? [.fail, .notChecked] : [.pass, .notChecked, .notPromised]
      #expect(expected.contains(result.verdict), "\(name): \(result)")
    }
    #expect(results.contains { $0.verdict == .fail })
  }

  /// The second update of an interval is never shown.
  @Test func counterexampleIsMinimalAndReproducible() throws {
    let first = try results("bad-no-trailing", schedules: 100, seed: 7)
    #expect(first[0].promise == .finalState && first[0].seed == 7)
    #expect(
      first[0].schedule == [
        "A dispatch takes 0s, a delivery 0s of main-thread time.",
        "0s  thread 1: submit, 2 times, every 1us",
      ])
    #expect(try results("bad-no-trailing", schedules: 100, seed: 7) == first)
  }
}
