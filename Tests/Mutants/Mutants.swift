import BenchHarness
import Coalesce

extension [StrategyEntry] {
  /// Strategies for testing the checks, each with a defect that real systems had: verification must find the broken
  /// promises that `breaks` names. Each is correct until the situation arises in which real code shows the
  /// defect.
  package static let mutants: [StrategyEntry] =
    fromOtherSystems + breakingOnePromise

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
        .noEmptyDeliveries: "a flush delivers what it has stranded and counts no more",
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
      // The bound that its author would assume: the interval, plus a running delivery and its own.
      latencyBound: { values, delivery in values.duration("interval") + delivery * 2 }
    ) { BadDebounceStarves(interval: $0.duration("interval"), scheduler: $1, deliver: $2) },
    .applying(
      "bad-drain-nests", origin: "Texture, ASMainSerialQueue",
      summary: "a drain that begins anew inside a delivery",
      breaks: [
        .neverNested: "submitted on main inside a delivery, an update is delivered inside it",
        .noStarvation: "a drain goes on for as long as updates arrive faster than it delivers them",
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

  /// Mutants that break one promise and keep all others: a check that reports anything else about them
  /// is wrong.
  private static let breakingOnePromise: [StrategyEntry] = [
    .applying(
      "bad-hides-deleted", origin: "a switch over kinds of change, with a default",
      summary: "updates a row that was deleted instead of removing it",
      breaks: [.finalState: "a row that was deleted stays in the view"]
    ) { badHidesDeleted(scheduler: $1, deliver: $2) },
    .applying(
      "bad-newest-of-row", origin: "pending updates in a dictionary, by row",
      summary: "keeps a row's newest change, where each has to be applied",
      breaks: [.nothingLost: "a change whose row changes once more is never applied"]
    ) { badNewestOfRow(scheduler: $1, deliver: $2) },
    .applying(
      "bad-sorts-rows", origin: "batches sorted by index path",
      summary: "applies what waits row by row",
      breaks: [.order: "changes of different rows are applied by row, not in their order"]
    ) { badSortsRows(scheduler: $1, deliver: $2) },
    .reloading(
      "bad-delivers-where-full", origin: "a queue that whoever finds it full empties",
      summary: "the twentieth waiting update has all delivered where it was submitted",
      breaks: [.neverConcurrent: "the thread that submits one too many delivers by itself"]
    ) { BadDeliversWhereFull(scheduler: $1, deliver: $2) },
    .reloading(
      "bad-turn-nests", origin: "needs-reload flags",
      summary: "delivers whatever waits, also inside a delivery",
      breaks: [.neverNested: "a handler that turns the run loop has the next delivery inside it"]
    ) { badTurnNests(scheduler: $1, deliver: $2) },
    .reloading(
      "bad-late-cancel", origin: "main.async { subscription = nil }",
      summary: "cancels in main's next pass",
      breaks: [.nothingAfterCancel: "a delivery on its way is in front of the cancelling"]
    ) { BadLateCancel(scheduler: $1, deliver: $2) },
    .reloading(
      "bad-hop-holds-self", origin: "main.async { self.reload() }",
      summary: "a hop to main that keeps the strategy alive",
      breaks: [.safeToDrop: "the hop on its way holds the strategy, and delivers"]
    ) { badHopHoldsSelf(scheduler: $1, deliver: $2) },
    .reloading(
      "bad-drains-for-ever", origin: "while let next = queue.popFirst()",
      summary: "delivers until nothing is left, in one pass of main",
      breaks: [.noStarvation: "a drain goes on while updates arrive faster than deliveries"]
    ) { badDrainsForEver(scheduler: $1, deliver: $2) },
    .reloading(
      "bad-safety-net", origin: "timers just in case",
      summary: "looks once a second whether anything was forgotten",
      breaks: [.noIdleWakeUps: "its timer fires for as long as it lives"]
    ) { BadSafetyNet(scheduler: $1, deliver: $2) },
    .reloading(
      "bad-ignores-own", origin: "guard !isReloading",
      summary: "ignores what main submits inside a delivery",
      breaks: [.reentrancy: "what a handler submits is not heard"]
    ) { BadIgnoresOwn(scheduler: $1, deliver: $2) },
    StrategyEntry(
      name: "bad-snapshot-in-submit", origin: "main.async { apply(rows) } in a willSet",
      summary: "takes the snapshot when an update is submitted and shows it later",
      delivery: .list,
      breaks: [
        .freshAfterWillSet: "the snapshot lacks a change that is made after its submission"
      ]
    ) { _, scheduler, port in
      let strategy = BadSnapshotInSubmit(
        scheduler: scheduler, snapshot: { port.snapshot() },
        deliver: { port.apply(.reload(rows: $0), completed: {}) })
      return AttachedStrategy(strategy) { _ in strategy.submit(.one) }
    },
    .reloading(
      "bad-learns-from-others", origin: "the first budget of this project",
      summary: "a quarter of main's time, by what the last delivery seemed to take",
      breaks: [.survivesBusyMain: "other work behind a delivery counts as the delivery's own"],
      latencyBound: { _, delivery in delivery * 6 }
    ) { QuarterOfMain(scheduler: $1, deliver: $2, believe: badLearnsFromOthers) },
    .reloading(
      "bad-believes-median", origin: "medians, which forgive now and then",
      summary: "a quarter of main's time, by the median of what deliveries seemed to take",
      breaks: [.survivesBusyMain: "other work behind every delivery counts as the deliveries' own"],
      latencyBound: { _, delivery in delivery * 6 }
    ) { QuarterOfMain(scheduler: $1, deliver: $2, believe: badBelievesMedian) },
    .reloading(
      "bad-believes-longest", origin: "better too careful than too fast",
      summary: "a quarter of main's time, by the longest of the last deliveries",
      breaks: [.survivesSlowStart: "the first delivery counts as what all of them take"],
      latencyBound: { _, delivery in delivery * 6 }
    ) { QuarterOfMain(scheduler: $1, deliver: $2, believe: badBelievesLongest) },
    StrategyEntry(
      name: "bad-flush-resets", origin: "invalidate() in flush()",
      summary: "a throttle that each flush starts anew", parameters: [interval],
      delivery: .reload,
      breaks: [.boundedLatency: "what comes after a flush is shown too soon"],
      latencyBound: { values, delivery in
        Swift.max(values.duration("interval"), delivery * 2) + delivery
      },
      spacing: { values, _ in values.duration("interval") },
      keepsSpacing: true
    ) { values, scheduler, port in
      let strategy = BadFlushResets<UpdateCount>(
        interval: values.duration("interval"), scheduler: scheduler
      ) { _ in port.reload() }
      return AttachedStrategy(strategy) { _ in strategy.submit(.one) }
    },
    .reloading(
      "bad-fiftieth-waits", origin: "counters that wrap",
      summary: "sets each fiftieth timer for ten times as long",
      parameters: [.duration("interval", .milliseconds(100), "how long the first waits")],
      breaks: [.boundedLatency: "one delivery in fifty is late"],
      latencyBound: { values, delivery in values.duration("interval") + delivery * 2 }
    ) { BadFiftiethWaits(interval: $0.duration("interval"), scheduler: $1, deliver: $2) },
    .reloading(
      "bad-releases-off-main", origin: "handler = nil in cancel()",
      summary: "lets go of the handler on whichever thread cancels or drops it",
      breaks: [.releasesHandler: "a thread that cancels ends what the handler captured"]
    ) { BadReleasesOffMain(scheduler: $1, deliver: $2) },
    .reloading(
      "bad-delivers-empty", origin: "take() ?? 1", summary: "delivers whenever its hop comes",
      breaks: [
        .noEmptyDeliveries: "a hop behind a flush delivers nothing, and that is a delivery"
      ]
    ) { badDeliversEmpty(scheduler: $1, deliver: $2) },
    StrategyEntry(
      name: "bad-looks-once", origin: "guard !isCancelled",
      summary: "looks once a delivery whether it was cancelled", delivery: .list,
      breaks: [.nothingAfterCancel: "cancelled inside its snapshot, it shows that"]
    ) { _, scheduler, port in
      let strategy = badLooksOnce(scheduler: scheduler, port: port)
      return AttachedStrategy(strategy) { _ in strategy.submit(.one) }
    },
  ]

  private static var interval: Parameter {
    .duration("interval", .milliseconds(300), "time between the starts of reloads")
  }
}
