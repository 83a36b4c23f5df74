import Coalesce
import Harness

extension [StrategyEntry] {
  /// Strategies with a defect each, taken from systems that had it, so that the checks can be checked:
  /// whoever verifies strategies must find in each of them what its `breaks` names. Each behaves
  /// until the circumstance arises in which real code shows the defect.
  package static let mutants: [StrategyEntry] = fromOtherSystems + breakingOnePromise

  private static let fromOtherSystems: [StrategyEntry] = [
    .reloading(
      "bad-clear-after-reload", origin: "needs-reload flags",
      summary: "clears what is pending after the reload, not before it",
      breaks: [
        .finalState: "what is submitted during a reload is erased at its end",
        .nothingLost: "what is submitted during a reload is erased at its end",
      ]
    ) { BadClearAfterReload(scheduler: $1, deliver: $2) },
    .reloading(
      "bad-throttle-as-written", origin: "enh_throttledReloadData",
      summary: "the Objective-C category, with its mistakes",
      parameters: [interval],
      breaks: [
        .finalState: "an early timer, a flush or a thread without a run loop strands what waits",
        .nothingLost: "an early timer, a flush or a thread without a run loop strands what waits",
        .neverNested: "a reload longer than the interval, or that turns the run loop, nests",
        .freshAfterWillSet: "submitted on main, the first update is delivered before the change",
      ]
    ) { BadThrottleAsWritten(interval: $0.duration("interval"), scheduler: $1, deliver: $2) },
    .reloading(
      "bad-no-trailing", origin: "guard now - last > interval",
      summary: "a throttle with a leading edge only",
      parameters: [interval],
      breaks: [
        .finalState: "what comes within the interval is dropped",
        .nothingLost: "what comes within the interval is dropped",
      ]
    ) { BadNoTrailing(interval: $0.duration("interval"), scheduler: $1, deliver: $2) },
    .reloading(
      "bad-debounce-starves", origin: "a work item, cancelled and scheduled again",
      summary: "a debounce without a longest wait",
      parameters: [.duration("interval", .milliseconds(50), "of quiet before a reload")],
      breaks: [
        .boundedLatency: "nothing is shown while updates come closer together than the interval"
      ],
      // What whoever writes it believes: the interval, after a delivery that may be under way.
      latencyBound: { values, delivery in values.duration("interval") + delivery * 2 }
    ) { BadDebounceStarves(interval: $0.duration("interval"), scheduler: $1, deliver: $2) },
    .applying(
      "bad-drain-nests", origin: "Texture, ASMainSerialQueue",
      summary: "a drain that begins anew inside a delivery",
      breaks: [
        .neverNested: "submitted on main inside a delivery, an update is delivered inside it",
        .noStarvation: "a drain goes on for as long as updates come faster than it delivers them",
      ]
    ) { BadDrainNests(scheduler: $1, deliver: $2) },
    .applying(
      "bad-sync-deadlock", origin: "main.sync from a queue that main waits on",
      summary: "a serial queue and main that wait for each other",
      isRealTimeOnly: true,
      breaks: [.terminates: "main waits for the queue while the queue waits for main"]
    ) { BadSyncDeadlock(scheduler: $1, deliver: $2) },
    .applying(
      "bad-newer-overwritten", origin: "a throttle that carries values",
      summary: "a late trailing edge shows older values over a newer one",
      parameters: [interval],
      breaks: [
        .order: "a leading update overtakes those that wait for a late timer",
        .finalState: "a late timer puts older values over a newer one",
        .reentrancy: "a leading update inside a delivery overtakes those that wait, too",
      ]
    ) { BadNewerOverwritten(interval: $0.duration("interval"), scheduler: $1, deliver: $2) },
    .reloading(
      "bad-crash", origin: "a buffer that is large enough",
      summary: "traps when 31 updates wait and another one comes",
      breaks: [.survives: "the thirty-second waiting update is an index out of range"]
    ) { BadCrash(scheduler: $1, deliver: $2) },
    .applying(
      "bad-leak", origin: "records that nobody reads",
      summary: "keeps every update",
      breaks: [.boundedMemory: "every update is kept until the strategy is dropped"]
    ) { BadLeak(scheduler: $1, deliver: $2) },
  ]

  private static var interval: Parameter {
    .duration("interval", .milliseconds(300), "from start to start")
  }
}
