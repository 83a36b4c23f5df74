import BenchHarness
import Foundation
import PeerStrategies
import Testing

@Suite struct PeerRegistryTests {
  private let peers = [StrategyEntry].peers
  private let libraries = [StrategyEntry].peers.filter(\.isRealTimeOnly)

  @Test func everyLibraryIsInTheRegistry() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Sources/PeerStrategies")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".swift") && !["PeerStrategies.swift", "Reveals.swift"].contains($0) }
    let names = try files.flatMap { file in
      let words = file.matches(of: /[A-Z][a-z]+/).map { $0.output.lowercased() }
      guard words.last == "peers" else {
        return [words.filter { $0 != "strategy" }.joined(separator: "-")]
      }
      return try String(contentsOf: folder.appending(path: file), encoding: .utf8)
        .matches(of: /static func (\w+)\(/).map { "\(words[0])-\($0.output.1)" }
    }
    #expect(Set(names) == Set(libraries.map(\.name)))
    #expect(names.count == libraries.count)
  }

  @Test func everyPeerReloads() { #expect(peers.allSatisfy { $0.delivery == .reload }) }

  @Test func peersShareNoNamesWithOurOwnStrategies() {
    #expect(Set(peers.map(\.name)).isDisjoint(with: [StrategyEntry].standard.map(\.name)))
  }

  @Test func brokenPromisesHaveReasons() {
    for reason in peers.flatMap(\.breaks.values) {
      #expect(!reason.isEmpty && !reason.hasSuffix("."))
    }
  }
}
