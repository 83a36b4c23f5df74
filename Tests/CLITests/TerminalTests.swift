import BenchTestSupport
import Coalesce
import Foundation
import Testing

@testable import BenchCLI

struct TerminalTests {
  @Test(arguments: [(80, 80, 80), (200, 200, 100), (20, 60, 60), (0, 72, 72)])
  func terminalWidthFallsBackToTheEnvironment(
    columns: Int, width: Int, textWidth: Int
  ) throws {
    let pseudo = try PseudoTerminal(columns: columns)
    let terminal = Terminal(
      pseudo.end.fileDescriptor, environment: ["TERM": "xterm", "COLUMNS": "72"])
    #expect(terminal.columns == width && terminal.width == width)
    #expect(terminal.textWidth == textWidth)
    #expect(terminal.isLive && terminal.isStyled)
  }

  @Test(arguments: [(["TERM": "dumb"], false), (["TERM": "xterm", "NO_COLOR": "1"], true)])
  func progressNeedsNoColor(environment: [String: String], isLive: Bool) throws {
    let pseudo = try PseudoTerminal(columns: 80)
    #expect(Terminal(pseudo.end.fileDescriptor, environment: environment).isLive == isLive)
  }

  /// Shows in a CI log, too, that long work is still running.
  @Test func pipedProgressIsDueEveryThirtySeconds() {
    let progress = Progress(.none)
    let start = ContinuousClock.now
    #expect(!progress.isDue(at: start))
    #expect(progress.isDue(at: start + .seconds(31)))
    #expect(!progress.isDue(at: start + .seconds(45)))
    #expect(progress.isDue(at: start + .seconds(62)))
  }

  /// Tables that fit are redrawn in place, one that is too high is skipped, and none remains at the end.
  @Test func tableAboveTheProgressBarIsReplacedAndRemoved() throws {
    let terminal = Terminal(columns: 80, rows: 24, isLive: true, isStyled: true)
    let written = Locked("")
    let progress = Progress(terminal) { text in written.withLock { $0 += text } }
    progress.during { _ in
      progress.show(table: "a\nb\n")
      progress.show(table: "c\nd\ne\n")
      progress.show(table: String(repeating: "too high\n", count: 24))
    }
    let up = "\u{1B}[2A\u{1B}[J"
    #expect(
      written.withLock { $0 } == "\r\u{1B}[Ja\nb\n\r\(up)c\nd\ne\n\r\u{1B}[3A\u{1B}[J\r\u{1B}[K")
  }

  @Test func bestFiguresAreBoldAndColumnsKeepTheirWidth() {
    let terminal = Terminal(columns: 80, isLive: true, isStyled: true)
    let plain = "naive   2.56* [2.4–2.7]   0* * best"
    let styled = terminal.emphasised(plain)
    #expect(styled == "naive    \u{1B}[1m2.56\u{1B}[0m [2.4–2.7]    \u{1B}[1m0\u{1B}[0m * best")
    #expect(styled.replacing(/\u{1B}\[[0-9;]*m/, with: "").count == plain.count)
  }
}

extension BenchTests {
  @Suite struct TerminalOutputTests {
    private static let command =
      "simulate --workload complete-all,rapid-service:duration=300ms --output out --strategy "
      + "naive,throttle,throttle-end-to-start,frame:period=16666667ns,balanced-eager"

    private func output(_ columns: Int, _ environment: [String: String]) async throws -> String {
      let bench = try await BenchProcess.run(
        Self.command, in: TemporaryFolder(), environment: environment,
        terminal: PseudoTerminal(columns: columns))
      return bench.output
    }

    @Test(arguments: [60, 120])
    func everyLineFitsTheTerminal(columns: Int) async throws {
      let text = try await output(columns, ["TERM": "dumb"])
      let lines = text.split(separator: "\n")
      #expect(lines.allSatisfy { $0.count <= columns }, "\(text)")
      #expect(text.contains("Left out to save room: hitch") == (columns < 90))
      #expect(text.contains(" hitch ") == (columns > 90))
      #expect(text.contains("frame:period=16.7ms ") && !text.contains("16666667ns"))
    }

    @Test func onlyTerminalOutputIsStyled() async throws {
      let styled = try await output(120, ["TERM": "xterm", "NO_COLOR": ""])
      #expect(styled.contains("\u{1B}[1m") && styled.contains("Bold: best of its column."))
      for environment in [["TERM": "dumb"], ["TERM": "xterm", "NO_COLOR": "1"]] {
        let plain = try await output(120, environment)
        #expect(!plain.contains("\u{1B}") && plain.contains("* best of its column."))
      }
      let piped = try await BenchProcess.run(
        Self.command, in: TemporaryFolder(), environment: ["TERM": "xterm", "COLUMNS": "60"])
      #expect(!piped.output.contains("\u{1B}") && piped.output.contains(" hitch "))
    }

    /// The line of Swift is still one that compiles: it breaks after a comma or a parenthesis only.
    @Test(arguments: [60, 0])
    func recommendationFitsANarrowTerminal(columns: Int) async throws {
      let bench = try await BenchProcess.run(
        "recommend --workload uart,on-off,rapid-service --max-main-busy 10%", in: TemporaryFolder(),
        environment: ["TERM": "dumb", "COLUMNS": "60"], terminal: PseudoTerminal(columns: columns))
      let lines = bench.output.split(separator: "\n")
      #expect(lines.allSatisfy { $0.count <= 60 }, "\(bench.output)")
      #expect(lines.contains { $0.hasPrefix("         :max-wait=100ms") }, "\(bench.output)")
      let swift = lines.drop { !$0.hasPrefix("  let updates") }.prefix { $0.hasPrefix("  ") }
      let text = swift.map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: " ")
      #expect(
        text == "let updates = Coalescer<UpdateCount>( "
          + ".debounce(for: .milliseconds(20), maximum: .milliseconds(100)))")
    }

    @Test func bottomLineComesLast() async throws {
      let text = try await output(80, ["TERM": "dumb"])
      let end = try #require(text.split(separator: "\nThe bottom line\n").last)
      #expect(end.split(separator: "\n").count <= 20)
      #expect(end.contains("stays within every limit on these 2"))
    }
  }
}
