import Testing

@testable import BenchHarness
@testable import BenchMutants
@testable import BenchVerify

/// Every promise has a mutant that breaks it and keeps all others.
@Suite(.timeLimit(.minutes(15))) struct OnePromiseTests {
  /// The process must outlive the search.
  private static let mutants = [StrategyEntry].mutants.filter {
    !$0.isRealTimeOnly && $0.breaks[.survives] == nil
  }.map(\.name)

  @Test func everyPromiseHasAMutantOfItsOwn() {
    let own = Set([StrategyEntry].mutants.filter { $0.breaks.count == 1 }.flatMap(\.breaks.keys))
    #expect(own == Set(Promise.allCases))
  }

  @Test(arguments: mutants)
  func mutantIsCaughtByTheirPropertiesAlone(_ name: String) async throws {
    let mutant = try #require(try Selection.parse(name, from: .mutants).first)
    let search = VirtualSearch(strategy: mutant, schedules: 100)
    for result in await search.all(seed: 1) {
      let isKnown = mutant.entry.breaks[result.promise] != nil
      // Nothing is said of a promise where the schedules go wrong without what it speaks of.
      let expected: [PromiseVerdict] = isKnown ? [.fail, .notChecked] : [.pass, .notChecked]
      #expect(
        expected.contains(result.verdict) || result.verdict == .notPromised, "\(name): \(result)")
    }
  }
}
