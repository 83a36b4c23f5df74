import Coalesce
import CoalesceStrategies
import CoalesceTesting
import BenchLibrarySupport
import Testing

/// Timelines of policies and strategies; one character is 1 ms.
struct PolicyTimelineTests {
  typealias Play = @Sendable (Timeline, _ input: String) -> String

  struct Line: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let input: String
    let shown: String
    /// Plays the input for each of the origins.
    let played: @Sendable () -> [String]

    init(
      _ fact: String, _ play: @escaping Play, _ input: String, _ shown: String,
      on origins: Origin..., cost: Int = 0, layout: Int = 0, late: Duration = .zero
    ) {
      testDescription = fact
      self.input = input
      self.shown = shown
      played = {
        (origins.isEmpty ? Origin.allCases : origins).map { origin in
          let timeline = Timeline(
            origin: origin, cost: .milliseconds(cost), layout: .milliseconds(layout),
            timerError: late)
          return play(timeline, input)
        }
      }
    }
  }

  private static func coalescer(_ pace: Pace) -> Play { { $0.play($1, pace) } }

  @Test(arguments: throttle + endToStart + debounce + frame + rateAdaptive + viewQueue)
  func timelineShowsTheExpectedDeliveries(_ line: Line) {
    for shown in line.played() { #expect(shown == line.shown, "of \(line.input)") }
  }

  private static let sixteen = "abcdefghijklmnop"
  private static let thirtyThree = "abcdefghijklmnopqrstuvwxyzABCDEFG"

  private static func throttle(_ milliseconds: Int) -> Play {
    coalescer(.throttleInSubmit(for: .milliseconds(milliseconds)))
  }

  static let throttle = [
    Line(
      "throttle shows the first immediately and the newest at the interval's end", throttle(5),
      "abcd----e---f",
      "a----d----e----f"),
    Line(
      "throttle shows an update after an interval immediately", throttle(4),
      "abcd-----e---f",
      "a---d----e---f"),
    Line(
      "throttle waits two deliveries if they are long", throttle(4),
      sixteen,
      "a---e-----k-----p", cost: 3),
    Line(
      "throttle without an interval shows each step", throttle(0),
      "ab--[cd]-e",
      "ab--d-e", on: .background),
    Line(
      "throttle without an interval shows each submission on main", throttle(0),
      "ab--[cd]-e",
      "ab--[cd]-e", on: .main),
    Line(
      "throttle sets its timer again if that was early", throttle(4),
      "abcdefghij",
      "a---e---i---j", late: .milliseconds(-1)),
  ]

  private static func endToStart(_ milliseconds: Int) -> Play {
    coalescer(.throttleEndToStart(for: .milliseconds(milliseconds)))
  }

  static let endToStart = [
    Line(
      "end to start shows the first immediately and the newest after an interval", endToStart(5),
      "abcd----e---f",
      "a----d----e----f"),
    Line(
      "end to start counts the interval from the end of a delivery", endToStart(4),
      sixteen,
      "a------h------o------p", cost: 3),
    Line(
      "end to start frees the main thread for as long as a long delivery takes", endToStart(2),
      sixteen,
      "a--------j--------p", cost: 7),
    Line(
      "end to start shows an update after an interval immediately", endToStart(4),
      "a-------b------c",
      "a-------b------c", cost: 3),
    Line(
      "end to start is as late as its timer", endToStart(4),
      sixteen,
      "a-------i-------p", cost: 3, late: .milliseconds(1)),
    // Commits count from the third on. Before that, the main thread is never idle if a commit is longer than the
    // interval.
    Line(
      "end to start counts the layout commit", endToStart(2),
      thirtyThree,
      "a------h------o--------x--------G", on: .background, cost: 4, layout: 3),
    Line(
      "end to start counts the layout commit alone", endToStart(2),
      thirtyThree,
      "a------h------o--------x--------G", on: .background, layout: 7),
    Line(
      "end to start counts the layout commit on main", endToStart(2),
      thirtyThree,
      "a------e------l--------x--------G", on: .main, cost: 4, layout: 3),
    Line(
      "end to start counts the layout commit alone on main", endToStart(2),
      thirtyThree,
      "a------b------h--------x--------G", on: .main, layout: 7),
  ]

  private static let threeToEight = coalescer(
    .debounce(for: .milliseconds(3), maximum: .milliseconds(8)))

  static let debounce = [
    Line(
      "debounce shows the newest after a pause", threeToEight,
      "abc-------d",
      "-----c-------d"),
    Line(
      "debounce delays nothing beyond the maximum", threeToEight,
      "abcdefghijkl",
      "--------i-----l"),
    // lodash would count the second wait from the delivery at 8 ms.
    Line(
      "debounce counts the maximum from the first pending update", threeToEight,
      "abcdefghi---jklmnopqrstuvw",
      "--------i-----------r-------w"),
    Line(
      "debounce raises a maximum below the wait to the wait",
      coalescer(.debounce(for: .milliseconds(6), maximum: .milliseconds(1))),
      "a",
      "------a"),
    Line(
      "debounce sets the maximum's timer again if that was early", threeToEight,
      "abcdefghijkl",
      "--------i-----l", late: .milliseconds(-1)),
    Line(
      "debounce is as late as its timer", threeToEight,
      "abc-------d",
      "------c-------d", late: .milliseconds(1)),
    Line(
      "debounce checks its maximum even if a later timer is set", threeToEight,
      "abcdefghijkl",
      "--------i------l", late: .milliseconds(1)),
    Line(
      "debounce shows updates from a long delivery right after it", threeToEight,
      "ab---cdefg",
      "----b---------g", on: .background, cost: 10),
  ]

  private static let framesOfFour = coalescer(.frame(period: .milliseconds(4)))

  static let frame =
    [
      Line(
        "frame shows the newest at the next boundary", framesOfFour,
        "-abc---de-----f",
        "----c---e-------f"),
      Line(
        "frame shows an update at a boundary immediately", framesOfFour,
        "ab--c-----------d",
        "a---c-----------d"),
      Line(
        "frame waits for the next boundary after a long delivery", framesOfFour,
        "abcdefghijkl",
        "a-------i-------l", cost: 5),
      Line(
        "frame never makes two deliveries in a frame after a late timer", framesOfFour,
        "-abcdefghijklm",
        "-----e---i---m", late: .milliseconds(1)),
    ]
    + [2, 5].flatMap { layout in
      [
        // Holds from the third commit on. Before that, if the main thread is busy at a boundary, the delivery comes as
        // soon as it is free.
        Line(
          "frame waits for the next boundary after a long layout commit", framesOfFour,
          "abcdefghijklmnopqrstuvwxyz",
          "a----f----k-----q-------y-------z", on: .background, cost: 5 - layout, layout: layout),
        // The main thread submits once it is free, so the update waits for the boundary after that.
        Line(
          "frame gets no main-thread update during a long layout commit", framesOfFour,
          "abcdefghijkl",
          "a-------i-------l", on: .main, cost: 5 - layout, layout: layout),
      ]
    }

  private static let twoToFour = coalescer(
    .rateAdaptive(
      minimum: .milliseconds(2), increment: .milliseconds(1), maximum: .milliseconds(4)))

  static let rateAdaptive = [
    Line(
      "the interval grows under load up to its maximum", twoToFour,
      "abcdefghijklmnopqrst",
      "a-c--f---j---n---r---t"),
    Line(
      "one long gap resets the interval", twoToFour,
      "abcdef------gh",
      "a-c--f------g-h"),
    Line(
      "a gap shorter than the grown interval does not reset it", twoToFour,
      "abcdef--g-------hi",
      "a-c--f---g------h-i"),
    Line(
      "updates slower than the smallest interval never wait", twoToFour,
      "a--b--c--d--e--f",
      "a--b--c--d--e--f"),
    Line(
      "an early timer is set again and does not raise the interval", twoToFour,
      "abcdefghijklmnopqrst",
      "a-c--f---j---n---r---t", late: .microseconds(-900)),
    Line(
      "a late timer delays the following intervals", twoToFour,
      "abcdefghijklmnopqrst",
      "a--d---h----m----r----t", late: .milliseconds(1)),
  ]

  private static let delay: Play = { timeline, input in
    timeline.play(input) { ViewQueue(delay: .milliseconds(3), scheduler: $0, deliver: $1) }
  }

  static let viewQueue = [
    Line(
      "view-queue-delay shows every update a delay later", delay,
      "ab-c--[de]",
      "---ab-c--[de]"),
    Line(
      "view-queue-delay makes long deliveries one after another", delay,
      "abc------d",
      "---a----b----c----d", cost: 5),
    Line(
      "view-queue-delay sets its timer again if that was early", delay,
      "ab-c--[de]",
      "---ab-c--[de]", late: .milliseconds(-1)),
    Line(
      "view-queue-delay shows all due updates after a late timer", delay,
      "ab-c",
      "----[ab]--c", on: .background, late: .milliseconds(1)),
  ]
}
