import Foundation
import Strategies
import Testing

/// A new strategy is under test before anyone writes a test for it.
@Suite struct EveryStrategyTests {
  @Test func everyStrategyFileIsInTheTable() throws {
    let package = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..")
    let folder = package.appending(path: "Sources/Strategies")
    let enumerator = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    let files = try #require(enumerator).compactMap { $0 as? URL }
    let declaration = /public final class (\w+)[^\n]*: UpdateStrategy/
    let declared = try files.filter { $0.pathExtension == "swift" }.flatMap { file in
      try String(contentsOf: file, encoding: .utf8).matches(of: declaration).map { String($0.1) }
    }
    let tested = StrategyCase.allCases.map { subject in
      let strategy = subject.make(VirtualScheduler()) { (_: UpdateCount) in }
      let carried: AnyObject? =
        (strategy as? FlagsCarrier<UpdateCount>)?.source
        ?? (strategy as? ChangeSetFeed<UpdateCount>)?.strategy
      return String(String(describing: type(of: carried ?? strategy)).prefix { $0 != "<" })
    }
    #expect(Set(declared) == Set(tested).union(["Null", "TraceRecorder"]))
  }

  @Test func nullDeliversNothingAndKeepsNothing() {
    let null = Null<UpdateCount>()
    null.setNeedsUpdate()
    null.flush()
    #expect(null.pendingCount == 0)
    null.cancel()
  }
}
