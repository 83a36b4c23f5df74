import BenchHarness
import BenchMutants
import Foundation
import Testing

@Suite struct MutantRegistryTests {
  private let mutants = [StrategyEntry].mutants

  @Test func everyMutantIsInTheRegistry() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Mutants")
    let declaration = /(?:class|func) [Bb]ad([A-Z]\w+)/
    let words = /[A-Z][a-z]+/
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).flatMap { file in
      try String(contentsOf: folder.appending(path: file), encoding: .utf8)
        .matches(of: declaration).map { match in
          (["bad"] + match.1.matches(of: words).map { $0.output.lowercased() })
            .joined(separator: "-")
        }
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

  @Test func onlyTheDeadlockAndTheRacesNeedRealTime() {
    #expect(
      mutants.filter(\.isRealTimeOnly).map(\.name) == [
        "bad-sync-deadlock", "bad-cancel-disarms", "bad-resume-looks-first",
      ])
  }

  @Test func theBenchHasNoneOfThem() {
    let bench: [StrategyEntry] = .standard
    #expect(Set(mutants.map(\.name)).isDisjoint(with: bench.map(\.name)))
  }
}
