import BenchHarness
import CoalesceTesting
import PeerStrategies
import Testing

/// What the smoothers of text show, in virtual time.
@Suite struct RevealTests {
  private static let names = [StrategyEntry].peers.map(\.name).filter { $0.hasSuffix("-reveal") }

  private struct Lump: Sendable {
    let time: Duration
    let count: Int
  }

  /// Shows every half second what a service sends, and two characters in between.
  private static let text =
    (0..<6).map { Lump(time: .milliseconds(100 + 550 * $0), count: 148) }
    + [Lump(time: .seconds(6), count: 1), Lump(time: .milliseconds(6_500), count: 1)]

  /// What was shown, and when.
  private final class Screen: ViewPort, @unchecked Sendable {
    // `@unchecked` is safe: a simulation runs on one thread.
    struct Picture {
      let time: Duration
      let rows: [Int]
    }
    let scheduler = VirtualScheduler()
    private(set) var pictures: [Picture] = []
    private var arrivals: [Duration] = []

    func reload() {}
    func apply(_ change: RowChange) {}
    func append(_ changes: [RowChange]) {
      pictures.append(Picture(time: scheduler.now, rows: changes.map(\.row)))
    }

    /// Sends `lumps` to the strategy `name`; `then` runs 300 ms after the first one.
    func run(
      _ name: String, _ lumps: [Lump], then: @escaping (AttachedStrategy) -> Void = { _ in }
    ) throws -> AttachedStrategy {
      let entry = try #require([StrategyEntry].peers.first { $0.name == name })
      let values = try ParameterValues(owner: name, parameters: [], given: [:])
      let strategy = entry.attach(values, scheduler, self)
      for lump in lumps {
        scheduler.at(lump.time) { [self] in
          for _ in 0..<lump.count {
            strategy.submit(RowChange(index: arrivals.count, row: arrivals.count, kind: .insert))
            arrivals.append(scheduler.now)
          }
        }
      }
      scheduler.onMain(at: lumps[0].time + .milliseconds(300)) { then(strategy) }
      scheduler.run()
      return strategy
    }

    /// How much later than it arrived each character was shown.
    var delays: [Duration] {
      pictures.flatMap { picture in picture.rows.map { picture.time - arrivals[$0] } }
    }
    var rows: [Int] { pictures.flatMap(\.rows) }
  }

  @Test(arguments: names) func everythingIsShownInOrder(_ name: String) throws {
    let screen = Screen()
    let strategy = try screen.run(name, Self.text)
    #expect(screen.rows == Array(0..<890))
    #expect(screen.pictures.count > 60, "evenly")
    #expect(strategy.pendingCount() == 0)
  }

  @Test(arguments: names) func aFlushShowsAllThatIsPending(_ name: String) throws {
    let screen = Screen()
    _ = try screen.run(name, [Lump(time: .zero, count: 300)]) { $0.flush() }
    let last = try #require(screen.pictures.last)
    #expect(last.time == .milliseconds(300))
    #expect(last.rows.count > 20)
    #expect(screen.rows == Array(0..<300))
  }

  @Test(arguments: names) func nothingIsShownAfterCancelling(_ name: String) throws {
    let screen = Screen()
    let strategy = try screen.run(name, [Lump(time: .zero, count: 300)]) { $0.cancel() }
    #expect(screen.pictures.allSatisfy { $0.time <= .milliseconds(300) })
    #expect(screen.rows.count < 300)
    #expect(strategy.pendingCount() == 0)
  }

  @Test func coderIsNeverMoreThan120Behind() throws {
    let screen = Screen()
    _ = try screen.run("coder-reveal", [Lump(time: .zero, count: 1_000)])
    #expect(screen.pictures[0].rows.count == 880)
    #expect(screen.pictures.dropFirst().allSatisfy { $0.rows.count <= 48 })
  }

  @Test func coderSlowsDownAsItCatchesUp() throws {
    let screen = Screen()
    _ = try screen.run("coder-reveal", [Lump(time: .zero, count: 120)])
    #expect(screen.pictures[0].rows.count == 7, "420 characters a second")
    #expect(screen.pictures.suffix(5).allSatisfy { $0.rows.count <= 2 }, "72 or little more")
  }

  @Test func chatUIShowsALumpWithin400Milliseconds() throws {
    let screen = Screen()
    _ = try screen.run("chat-ui-reveal", [Lump(time: .zero, count: 4_000)])
    let slowest = try #require(screen.delays.max())
    #expect(slowest <= .milliseconds(400))
    #expect(screen.pictures.count >= 20)
  }

  @Test func chatUIShowsSlowTextInItsNextFrame() throws {
    let screen = Screen()
    _ = try screen.run(
      "chat-ui-reveal", (0..<20).map { Lump(time: .milliseconds(10 + 70 * $0), count: 1) })
    let slowest = try #require(screen.delays.max())
    #expect(slowest <= .milliseconds(17))
  }

  @Test func streamdownShowsAChunkInWordsUntilTheNextComes() throws {
    let screen = Screen()
    _ = try screen.run("streamdown-reveal", Array(Self.text.prefix(6)))
    let words = screen.pictures.map(\.rows.count)
    // A chunk of 148 is 21 words and one letter, which the last word or the next chunk takes along.
    #expect(words.count { $0 == 7 } > 6 * 19)
    #expect(words.allSatisfy { $0 < 2 * 7 })
    let slowest = try #require(screen.delays.max())
    #expect(slowest > .milliseconds(500) && slowest < .milliseconds(620))
  }
}
