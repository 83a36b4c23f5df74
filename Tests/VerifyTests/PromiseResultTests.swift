import Foundation
import Testing

@testable import BenchHarness
@testable import BenchVerify

struct StrategyVerificationTests {
  private func verification(
    breaks: [Promise: String] = [:], _ found: [(Promise, PromiseVerdict)]
  ) throws -> StrategyVerification {
    let entry = StrategyEntry(
      name: "s", origin: "tests", summary: "", delivery: .reload, breaks: breaks
    ) { _, _, _ in preconditionFailure("It is never attached.") }
    return StrategyVerification(
      try Selection(entry), found: found.map { PromiseResult(promise: $0.0, verdict: $0.1) })
  }

  @Test func everyPromiseHasAResult() throws {
    let none = try verification([])
    #expect(none.results.map(\.promise) == Promise.allCases)
    #expect(none.results.allSatisfy { $0.verdict == .notChecked })
    #expect(none.isAsExpected)
  }

  @Test func worstResultOfAPromiseCounts() throws {
    let both = try verification([(.order, .pass), (.order, .fail), (.order, .interrupted)])
    #expect(both.alarms.map(\.promise) == [.order])
    #expect(!both.isAsExpected)
    let interrupted = try verification([(.order, .pass), (.order, .interrupted)])
    #expect(interrupted.results[2].verdict == .interrupted)
    #expect(interrupted.isAsExpected)
  }

  @Test func knownViolationPasses() throws {
    let known = try verification(breaks: [.order: "by its rule"], [(.order, .fail)])
    #expect(known.isAsExpected && known.unseen.isEmpty)
    let another = try verification(
      breaks: [.order: "by its rule"], [(.survives, .fail), (.order, .pass)])
    #expect(!another.isAsExpected && another.unseen == [.order])
  }

  @Test func tableHasARowForEachPromise() throws {
    let table = [try verification([(.order, .fail)])].csv
    let lines = table.split(separator: "\n")
    #expect(lines.count == 1 + Promise.allCases.count)
    #expect(lines[3] == "s,order,fail,false,virtual,,,")
  }

  @Test func brokenPromisesAreKeyedByNameInJSON() throws {
    let data = try JSONEncoder().encode(try verification(breaks: [.order: "by its rule"], []))
    #expect(String(decoding: data, as: UTF8.self).contains(#""breaks":{"order":"by its rule"}"#))
  }
}
