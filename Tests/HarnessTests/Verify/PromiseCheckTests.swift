import Foundation
import Testing

@testable import Harness
@testable import Runs
@testable import Verify

/// Each check fails for a strategy that breaks its promise, and for no other.
@Suite struct PromiseCheckTests {
  private static let searched = [PromiseCheck].all.filter { check in
    if case .schedules = check.method { true } else { false }
  }

  @Test func everyPromiseHasAProperty() {
    #expect([PromiseCheck].all.map(\.promise) == Promise.allCases)
    #expect([PromiseCheck].all.allSatisfy { (1...4).contains($0.shortName.count) })
    #expect(Set([PromiseCheck].all.map(\.shortName)).count == Promise.allCases.count)
  }

  @Test func everyCheckIsInTheRegistry() throws {
    let names = try SourceFolder.names(/static let (\w+) = PromiseCheck/, in: "Verify/Checks")
    let promises = [PromiseCheck].all.map(\.promise.rawValue)
    #expect(names.map(SourceFolder.kebabCase).sorted() == promises.sorted())
  }

  @Test func correctStrategyFailsNothing() throws {
    let search = VirtualSearch(strategy: try Selection(.defective(nil)), schedules: 300)
    for check in Self.searched {
      let result = search.result(check, seed: 1)
      #expect(result.verdict == .pass, "\(result)")
    }
  }

  @Test(arguments: Self.searched.map(\.promise))
  func defectIsSeenByItsOwnPropertyAlone(_ defect: Promise) throws {
    let search = VirtualSearch(strategy: try Selection(.defective(defect)), schedules: 150)
    for check in Self.searched {
      let result = search.result(check, seed: 1)
      #expect((result.verdict == .fail) == (check.promise == defect), "\(result)")
    }
  }

  @Test(arguments: Self.searched.map(\.promise))
  func sameSeedFindsTheSame(_ defect: Promise) throws {
    let search = VirtualSearch(strategy: try Selection(.defective(defect)), schedules: 150)
    let check = try #require([PromiseCheck].all.first { $0.promise == defect })
    let first = search.result(check, seed: 7)
    #expect(first.seed == 7)
    #expect(!first.schedule.isEmpty && !first.detail.isEmpty)
    #expect(first == search.result(check, seed: 7))
  }

  @Test func latencyIsLookedAtWhereABoundIsPromisedOnly() throws {
    let naive = try Selection.parse("naive", from: [StrategyEntry].standard)
    let search = VirtualSearch(strategy: naive[0], schedules: 10)
    #expect(search.result(.boundedLatency, seed: 1).verdict == .notPromised)
  }

  /// Early, late and on time; each standard strategy, those that are known to break something too.
  @Test(arguments: [StrategyEntry].standard.filter { $0.delivery != .none }.map(\.name))
  func standardStrategyBreaksNothingButWhatIsKnown(_ name: String) throws {
    let strategy = try #require(try Selection.parse(name, from: [StrategyEntry].standard).first)
    let search = VirtualSearch(strategy: strategy, schedules: 100)
    for check in Self.searched {
      let result = search.result(check, seed: 1)
      let isKnown = strategy.entry.breaks[check.promise] != nil
      #expect((result.verdict == .fail) == isKnown, "\(name): \(result)")
    }
  }
}
