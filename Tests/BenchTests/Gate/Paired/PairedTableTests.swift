@testable import BenchHarness
import Foundation
import Testing

@testable import BenchReport

@Suite(.timeLimit(.minutes(15))) struct PairedTableTests {
  private var pair = SyntheticPair()

  @Test mutating func verdictsHaveTheColumnsThatReadersExpect() {
    let evidence = pair.evidence()
    let text = evidence.table(PairedJudgement(evidence).verdicts())
    #expect(
      text.hasPrefix(
        "schema,suite,half,strategy,workload,metric,unit,estimate,low,high,floor,tolerance,verdict\n"
          + "1,full,paired,strategy-0,steady,cpu_main_per_delivery_us,µs,"))
  }

  @Test mutating func tableSaysWhetherItIsOfTheQuickSuite() {
    var evidence = pair.evidence()
    let verdict = PairedVerdict(
      strategy: "s", workload: "w", metric: "latency_p50_ms", verdict: .improved, estimate: -0.5,
      low: -0.75, high: -0.25, floor: 0.125, tolerance: 0.05, adjustedP: 0.001, blocks: 8,
      variation: nil, reason: "")
    for (isQuick, suite) in [(true, "quick"), (false, "full")] {
      evidence.settings.isQuick = isQuick
      #expect(
        evidence.table([verdict]).split(separator: "\n").last
          == "1,\(suite),paired,s,w,latency_p50_ms,ms,-0.5,-0.75,-0.25,0.125,0.05,IMPROVED")
    }
  }
}
