import BenchTestSupport
import Foundation
import Testing

@testable import BenchHarness
@testable import BenchReport

/// Judges two real runs of the paired check in several ways: a build against itself, and against one whose work took 30
/// % longer. `gate judge` at cf6c6f1a, the last build with that command, produced the changes, intervals and p; the
/// noise is that of the two trials of a build within a block.
struct PairedEvidenceTests {
  private static let cells = [
    Cell("throttle:interval=10ms", "steady"), Cell("next-pass", "uart"),
    Cell("naive", "complete-all"),
  ]

  /// A row of `Tests/Fixtures/paired.csv`: the main-thread time per delivery in a block.
  fileprivate struct Block {
    let run: String
    let phase: TrialPlace.Phase
    let cell: Int, number: Int
    var base: [Double], candidate: [Double]
  }

  private static let blocks = Result {
    try PackageFolder.text("Tests/Fixtures/paired.csv").split(separator: "\n").dropFirst().map {
      let fields = $0.split(separator: ",").map(String.init)
      let figures = fields[4...].compactMap(Double.init)
      return Block(
        run: fields[0], phase: try #require(TrialPlace.Phase(rawValue: fields[1])),
        cell: try #require(Int(fields[2])), number: try #require(Int(fields[3])),
        base: Array(figures[..<2]), candidate: Array(figures[2...]))
    }
  }

  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var run = "worse"
    /// Strategies that deliver differently.
    var differing: Set<String> = []
    /// Whether the candidate lacks the second combination.
    var isGone = false
    /// Changes a block of the run; nil leaves the block out.
    fileprivate var change: @Sendable (Block) -> Block? = { $0 }
    /// For each combination and for all together: verdict, blocks, change, its interval, noise, p, tolerance.
    let findings: String
  }

  private static let cases = [
    Case(
      testDescription: "the same build", run: "same",
      findings: """
        NOT DECIDED 8 -0.019168 -0.140501 0.118111 0.088850 - 0.05
        NOT DECIDED 7 0.015938 -0.022064 0.160779 0.107114 - 0.05
        PASS 8 0.006346 -0.013338 0.025559 0.012827 - 0.05
        NOT DECIDED 23 0.000391 -0.016783 0.024311 0.019208 - 0.02
        """),
    Case(
      testDescription: "more work",
      findings: """
        REGRESSED 20 0.275312 0.244797 0.303329 0.055051 0.000003 0.05
        REGRESSED 20 0.281343 0.265340 0.297384 0.006575 0.000003 0.05
        REGRESSED 20 0.298175 0.287070 0.307711 0.012559 0.000003 0.05
        REGRESSED 24 0.285091 0.262570 0.307741 0.011754 0.000000 0.02
        """),
    Case(
      testDescription: "more work per delivery of strategies that deliver differently",
      differing: ["throttle", "naive"],
      findings: """
        TRADE 20 0.275312 0.244797 0.303329 0.055051 0.000003 0.05
        REGRESSED 20 0.281343 0.265340 0.297384 0.006575 0.000003 0.05
        TRADE 20 0.298175 0.287070 0.307711 0.012559 0.000003 0.05
        """),
    Case(
      testDescription: "less work",
      change: { block in
        var block = block
        swap(&block.base, &block.candidate)
        return block
      },
      findings: """
        IMPROVED 20 -0.215878 -0.232734 -0.196656 0.055051 0.000003 0.05
        IMPROVED 20 -0.219569 -0.229218 -0.209698 0.006575 0.000003 0.05
        IMPROVED 20 -0.229688 -0.235305 -0.223042 0.012559 0.000003 0.05
        IMPROVED 24 -0.221845 -0.235323 -0.207965 0.011754 0.000000 0.02
        """),
    Case(
      testDescription: "a combination that the candidate lacks", isGone: true,
      findings: """
        REGRESSED 20 0.275312 0.244797 0.303329 0.055051 0.000002 0.05
        REGRESSED 0 - - - - - 0.00
        REGRESSED 20 0.298175 0.287070 0.307711 0.012559 0.000002 0.05
        REGRESSED 16 0.289944 0.262852 0.328347 0.029899 0.000031 0.02
        """),
  ]

  @Test(arguments: cases) func realEvidenceGivesTheRecordedFindings(_ each: Case) throws {
    var settings = PairedSettings(PairedSuite(Self.cells))
    settings.changed = each.differing
    if each.isGone { settings.missing = [Self.cells[1]: .lacked(by: .candidate)] }
    let trials = try Self.blocks.get().filter { $0.run == each.run }.compactMap(each.change)
      .filter { !each.isGone || $0.cell != 1 }
      .flatMap { block in
        [
          (TrialPlace.Side.base, block.base[0]), (.candidate, block.candidate[0]),
          (.candidate, block.candidate[1]), (.base, block.base[1]),
        ].enumerated().map { index, trial in
          let place = TrialPlace(block.phase, position: index + 1, trial.0)
          return Trial.paired(Self.cells[block.cell], block.number, place, trial.1)
        }
      }
    let found = PairedJudgement(settings, trials).findings().map { finding in
      let figures = [
        finding.estimate, finding.low, finding.high, finding.floor, finding.adjustedP,
      ].map { $0.map { String(format: "%.6f", $0) } ?? "-" }
      let tolerance = String(format: "%.2f", finding.tolerance ?? 0)
      return ([finding.verdict.rawValue, "\(finding.blocks)"] + figures + [tolerance])
        .joined(separator: " ")
    }
    #expect(found == each.findings.split(separator: "\n").map(String.init))
  }
}
