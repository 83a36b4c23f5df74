import BenchTestSupport
import Foundation
import Testing

/// Tests/Fixtures/gate-windows.csv has a row for each of 36 runs of `gate --quick --paired-only`, one after the other
/// on a machine with two cores, beside a thread that never rests and the builds and tests of this package: how much
/// more work the candidate did, the verdict, what was found of all combinations together, and how long the run took.
struct PairedWindowsTests {
  private struct Window {
    let percent: Int, verdict: String, change: Double, low: Double, high: Double

    init(_ line: Substring) throws {
      let fields = line.split(separator: ",").map(String.init)
      percent = try #require(Int(fields[0]))
      verdict = fields[1]
      (change, low, high) = (
        try #require(Double(fields[2])), try #require(Double(fields[3])),
        try #require(Double(fields[4]))
      )
    }
  }

  private static let windows = Result {
    try PackageFolder.text("Tests/Fixtures/gate-windows.csv").split(separator: "\n").dropFirst()
      .map(Window.init)
  }

  /// Where all runs agree, the 95 % interval of a rate has a closed form: Clopper, Pearson, 1934.
  @Test(arguments: [0, 5, 10]) func documentedRatesAreThoseOfTheRuns(percent: Int) throws {
    let own = try Self.windows.get().filter { $0.percent == percent }
    let found = own.count { $0.verdict == "REGRESSED" }
    let open = own.count { $0.verdict == "NOT DECIDED" }
    try #require(found == (percent == 0 ? 0 : own.count))
    let rest = pow(0.025, 1 / Double(own.count))
    let bound =
      percent == 0
      ? "at most \(Int((100 * (1 - rest)).rounded())) %"
      : "at least \(Int((100 * rest).rounded())) %"
    let row = "| \(percent) % | \(own.count) | \(found) (\(bound)) | \(open) |"
    #expect(try PackageFolder.text("docs/regressions.md").contains(row), "\(row)")
  }

  @Test func intervalsHoldWhatWasChanged() throws {
    // The view's work is most of the main thread's, not all.
    let held = try Self.windows.get().count { window in
      let most = Double(window.percent) / 100
      return window.low <= most && window.high >= most * 0.75
    }
    #expect(held >= 34, "\(held) of 36")
  }
}
