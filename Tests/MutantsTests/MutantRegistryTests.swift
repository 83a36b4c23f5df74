import Foundation
import Harness
import Mutants
import Testing

@Suite struct MutantRegistryTests {
  private let mutants = [StrategyEntry].mutants

  @Test func everyMutantFileIsInTheRegistry() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Sources/Mutants")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasPrefix("Bad") && $0.hasSuffix(".swift") }
    let words = /[A-Z][a-z]+/
    let names = files.map { file in
      file.matches(of: words).map { $0.output.lowercased() }.joined(separator: "-")
    }
    #expect(Set(names) == Set(mutants.map(\.name)))
    #expect(names.count == mutants.count)
  }

  @Test func eachSaysWhichPromisesItBreaksAndWhy() {
    for mutant in mutants {
      #expect(!mutant.breaks.isEmpty)
      for reason in mutant.breaks.values { #expect(!reason.isEmpty && !reason.hasSuffix(".")) }
    }
  }

  @Test func onlyTheDeadlockNeedsRealTime() {
    #expect(mutants.filter(\.isRealTimeOnly).map(\.name) == ["bad-sync-deadlock"])
  }

  @Test func theBenchHasNoneOfThem() {
    let bench: [StrategyEntry] = .standard
    #expect(Set(mutants.map(\.name)).isDisjoint(with: bench.map(\.name)))
  }
}
