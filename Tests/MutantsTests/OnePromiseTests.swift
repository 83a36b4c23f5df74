import Testing

@testable import Harness
@testable import Mutants
@testable import Verify

/// Every promise has a mutant that breaks it and keeps all others.
@Suite struct OnePromiseTests {
  /// What is looked for by schedules in virtual time.
  private static let searched = [PromiseCheck].all.filter { check in
    if case .schedules = check.method { true } else { false }
  }

  /// The process must outlive the search.
  private static let mutants = [StrategyEntry].mutants.filter {
    !$0.isRealTimeOnly && $0.breaks[.survives] == nil
  }.map(\.name)

  @Test func everyPromiseHasAMutantOfItsOwn() {
    let own = Set([StrategyEntry].mutants.filter { $0.breaks.count == 1 }.flatMap(\.breaks.keys))
    #expect(own == Set(Promise.allCases))
  }

  @Test(arguments: mutants)
  func mutantIsCaughtByTheirPropertiesAlone(_ name: String) throws {
    let mutant = try #require(try Selection.parse(name, from: .mutants).first)
    let search = VirtualSearch(strategy: mutant, schedules: 300)
    for check in Self.searched {
      let result = search.result(check, seed: 1)
      let isKnown = mutant.entry.breaks[check.promise] != nil
      // Nothing is said of a promise where the schedules go wrong without what it speaks of.
      let expected: [PromiseVerdict] = isKnown ? [.fail, .notChecked] : [.pass, .notChecked]
      #expect(
        expected.contains(result.verdict) || result.verdict == .notPromised, "\(name): \(result)")
    }
  }
}
