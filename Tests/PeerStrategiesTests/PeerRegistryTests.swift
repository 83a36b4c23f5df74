import Foundation
import Harness
import PeerStrategies
import Testing

@Suite struct PeerRegistryTests {
  private let peers = [StrategyEntry].peers

  @Test func everyPeerFileIsInTheRegistry() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Sources/PeerStrategies")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".swift") && $0 != "PeerStrategies.swift" }
    let words = /[A-Z][a-z]+/
    let names = files.map { file in
      file.matches(of: words).map { $0.output.lowercased() }.filter { $0 != "strategy" }
        .joined(separator: "-")
    }
    #expect(Set(names) == Set(peers.map(\.name)))
    #expect(names.count == peers.count)
  }

  @Test func peersRunInRealTimeOnlyAndReload() {
    #expect(peers.allSatisfy { $0.isRealTimeOnly && $0.delivery == .reload })
  }

  @Test func namesAreNotThoseOfOurOwnStrategies() {
    #expect(Set(peers.map(\.name)).isDisjoint(with: [StrategyEntry].standard.map(\.name)))
  }

  @Test func brokenPromisesHaveReasons() {
    for reason in peers.flatMap(\.breaks.values) {
      #expect(!reason.isEmpty && !reason.hasSuffix("."))
    }
  }
}
