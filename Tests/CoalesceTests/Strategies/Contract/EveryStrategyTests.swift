import CoalesceTesting
import Foundation
import CoalesceStrategies
import Testing

@testable import Coalesce

/// A new strategy is under test before anyone writes a test for it, for the tests run over the
/// registry; and whatever is declared is in the registry.
@Suite(.timeLimit(.minutes(15))) struct EveryStrategyTests {
  @Test func everyStrategyFileIsUnderTest() throws {
    let declaration = /public final class (\w+)[^\n]*: UpdateStrategy/
    let declared = try sources(of: "Coalesce", "Strategies").flatMap { source in
      source.matches(of: declaration).map { String($0.1) }
    }
    let tested = StrategyCase.allCases.map { subject in
      let strategy = subject.make(VirtualScheduler()) { (_: UpdateCount) in }
      let carried: AnyObject? =
        (strategy as? FlagsCarrier<UpdateCount>)?.source
        ?? (strategy as? ChangeSetFeed<UpdateCount>)?.strategy
      return String(String(describing: type(of: carried ?? strategy)).prefix { $0 != "<" })
    }
    let untested = try Set(declared).subtracting(tested).subtracting(["Null"])
      .filter { try !isInTheRegistry($0) }
    #expect(!declared.isEmpty && untested.isEmpty)
  }

  @Test func everyPolicyIsUnderTest() throws {
    let declaration = /public struct (\w+)[^\n]*: DeliveryPolicy/
    let declared = try sources(of: "Coalesce").flatMap { source in
      source.matches(of: declaration).map { String($0.1) }
    }
    let tested = StrategyCase.allCases.compactMap { subject in
      let strategy = subject.make(VirtualScheduler()) { (_: UpdateCount) in }
      let coalescer = strategy as? Coalescer<UpdateCount>
      return coalescer?.engine.state.withLock { String(describing: type(of: $0.policy)) }
    }
    #expect(!declared.isEmpty)
    #expect(try Set(declared).subtracting(tested).filter { try !isInTheRegistry($0) }.isEmpty)
  }

  /// Whether the registry makes a value of that type.
  private func isInTheRegistry(_ type: String) throws -> Bool {
    try sources(of: "BenchHarness/Registry").contains { $0.contains("\(type)(") }
  }

  /// The text of all Swift files of those modules.
  private func sources(of modules: String...) throws -> [String] {
    let package = URL(filePath: #filePath).deletingLastPathComponent().appending(
      path: "../../../..")
    return try modules.flatMap { module in
      let folder = package.appending(path: "Sources/\(module)")
      let enumerator = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
      let files = try #require(enumerator).compactMap { $0 as? URL }
      return try files.filter { $0.pathExtension == "swift" }
        .map { try String(contentsOf: $0, encoding: .utf8) }
    }
  }

  @Test func nullDeliversNothingAndKeepsNothing() {
    let null = Null<UpdateCount>()
    null.setNeedsUpdate()
    null.flush()
    #expect(null.pendingCount == 0)
    null.cancel()
  }
}
