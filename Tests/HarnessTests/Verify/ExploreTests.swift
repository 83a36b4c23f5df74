import Foundation
@testable import Harness
import Strategies
import Testing

@Suite struct ExploreTests {
  @Test func explore() throws {
    for entry in [StrategyEntry].standard where entry.delivery != .none {
      let selection = try Selection(entry)
      let search = VirtualSearch(strategy: selection, schedules: 300)
      var line = entry.name
      let start = ContinuousClock.now
      for property in [Property].all {
        guard case .schedules = property.method else { continue }
        let t = ContinuousClock.now
        let result = search.result(property, seed: 1)
        line += " \(property.shortName):\(result.verdict.rawValue)(\(Int((ContinuousClock.now - t).milliseconds)))"
        if result.verdict == .fail { line += "\n   \(result.detail)\n      " + result.schedule.joined(separator: "\n      ") + "\n" }
      }
      print(line, Int((ContinuousClock.now - start).milliseconds))
    }
  }
}
