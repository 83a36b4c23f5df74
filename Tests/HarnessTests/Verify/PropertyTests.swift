import Foundation
import Testing

@testable import Harness

/// Each property fails for a strategy that breaks its promise, and for no other.
@Suite struct PropertyTests {
  private static let searched = [Property].all.filter { property in
    if case .schedules = property.method { true } else { false }
  }

  @Test func everyPromiseHasAProperty() {
    #expect([Property].all.map(\.promise) == Promise.allCases)
    #expect([Property].all.allSatisfy { !$0.statement.isEmpty && $0.shortName.count <= 4 })
    #expect(Set([Property].all.map(\.shortName)).count == Promise.allCases.count)
  }

  @Test func everyPropertyFileIsInTheRegistry() throws {
    let files = try SourceFolder.typeNames(in: "Harness/Verify/Properties")
    #expect(Set(files.map(SourceFolder.kebabCase)) == Set([Property].all.map(\.promise.rawValue)))
  }

  @Test func correctStrategyFailsNothing() throws {
    let search = VirtualSearch(strategy: try Selection(.defective(nil)), schedules: 300)
    for property in Self.searched {
      let result = search.result(property, seed: 1)
      #expect(result.verdict == .pass, "\(result)")
    }
  }

  @Test(arguments: Self.searched.map(\.promise))
  func defectIsSeenByItsOwnPropertyAlone(_ defect: Promise) throws {
    let search = VirtualSearch(strategy: try Selection(.defective(defect)), schedules: 150)
    for property in Self.searched {
      let result = search.result(property, seed: 1)
      #expect((result.verdict == .fail) == (property.promise == defect), "\(result)")
    }
  }

  @Test(arguments: Self.searched.map(\.promise))
  func sameSeedFindsTheSame(_ defect: Promise) throws {
    let search = VirtualSearch(strategy: try Selection(.defective(defect)), schedules: 150)
    let property = try #require([Property].all.first { $0.promise == defect })
    let first = search.result(property, seed: 7)
    #expect(first.seed == 7)
    #expect(!first.schedule.isEmpty && !first.detail.isEmpty)
    #expect(first == search.result(property, seed: 7))
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
    for property in Self.searched {
      let result = search.result(property, seed: 1)
      let isKnown = strategy.entry.breaks[property.promise] != nil
      #expect((result.verdict == .fail) == isKnown, "\(name): \(result)")
    }
  }
}
