import BenchHarness
import Coalesce

extension [StrategyEntry] {
  /// Strategies for testing `verify`, each with a defect that real systems had: it must find the broken promises that
  /// `breaks` names. Each is correct until the situation arises in which real code shows the defect.
  static let careless = fromOtherSystems + breakingOnePromise

  private static let fromOtherSystems: [StrategyEntry] = [
    .reloading(
      "bad-clear-after-reload", origin: "needs-reload flags",
      summary: "clears pending updates after the reload, not before it",
      breaks: [
        .finalState: "updates submitted during a reload are erased at its end",
        .nothingLost: "updates submitted during a reload are erased at its end",
      ]
    ) { BadClearAfterReload(scheduler: $1, deliver: $2) },
    .reloading(
      "bad-throttle-as-written", origin: "enh_throttledReloadData",
      summary: "the Objective-C category, with its mistakes",
      parameters: [interval],
      breaks: [
        .finalState: "an early timer, a flush or a thread without a run loop strands updates",
        .nothingLost: "an early timer, a flush or a thread without a run loop strands updates",
        .neverNested: "a reload that exceeds the interval or turns the run loop nests",
        .freshAfterWillSet: "submitted on main, the first update is delivered before the change",
        .noEmptyDeliveries: "a flush delivers stranded updates that no longer count as pending",
      ]
    ) { BadThrottleAsWritten(interval: $0.duration("interval"), scheduler: $1, deliver: $2) },
    .reloading(
      "bad-no-trailing", origin: "guard now - last > interval",
      summary: "a throttle with a leading edge only",
      parameters: [interval],
      breaks: [
        .finalState: "updates within the interval are dropped",
        .nothingLost: "updates within the interval are dropped",
      ]
    ) { BadNoTrailing(interval: $0.duration("interval"), scheduler: $1, deliver: $2) },
    .reloading(
      "bad-debounce-starves", origin: "a work item, cancelled and scheduled again",
      summary: "a debounce without a maximum wait",
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
      "bad-sync-deadlock", origin: "main.sync from a queue that the main thread waits for",
      summary: "a serial queue and the main thread wait for each other",
      isRealTimeOnly: true,
      breaks: [.terminates: "the main thread and the queue wait for each other"]
    ) { BadSyncDeadlock(scheduler: $1, deliver: $2) },
    .applying(
      "bad-newer-overwritten", origin: "a throttle that carries values",
      summary: "a late trailing edge overwrites a newer value with older ones",
      parameters: [interval],
      breaks: [
        .order: "a leading update overtakes older ones that wait for a late timer",
        .finalState: "a late timer overwrites a newer value with older ones",
        .reentrancy: "a leading update inside a delivery overtakes older ones, too",
      ]
    ) { BadNewerOverwritten(interval: $0.duration("interval"), scheduler: $1, deliver: $2) },
    .reloading(
      "bad-crash", origin: "a buffer that is large enough",
      summary: "traps if another update comes while 31 are pending",
      breaks: [.survives: "the thirty-second pending update is an index out of range"]
    ) { BadCrash(scheduler: $1, deliver: $2) },
    .applying(
      "bad-leak", origin: "records that are never read",
      summary: "keeps every update",
      breaks: [.boundedMemory: "every update is kept until the strategy is dropped"]
    ) { BadLeak(scheduler: $1, deliver: $2) },
  ]

  /// Strategies that break one promise and keep all others: a check that reports anything else about them is wrong.
  private static let breakingOnePromise: [StrategyEntry] = [
    .applying(
      "bad-hides-deleted", origin: "a switch over kinds of change, with a default",
      summary: "changes a deleted row instead of removing it",
      breaks: [.finalState: "a row that was deleted stays in the view"]
    ) { badHidesDeleted(scheduler: $1, deliver: $2) },
    .applying(
      "bad-newest-of-row", origin: "pending updates in a dictionary, by row",
      summary: "keeps only a row's newest change, although each has to be applied",
      breaks: [.nothingLost: "a change is never applied if its row changes again"]
    ) { badNewestOfRow(scheduler: $1, deliver: $2) },
    .applying(
      "bad-sorts-rows", origin: "batches sorted by index path",
      summary: "applies pending changes row by row",
      breaks: [.order: "changes of different rows are applied by row, not in their order"]
    ) { badSortsRows(scheduler: $1, deliver: $2) },
    .reloading(
      "bad-delivers-where-full", origin: "a queue that any thread empties if it is full",
      summary: "the twentieth pending update delivers all on its own thread",
      breaks: [.neverConcurrent: "a thread that submits one update too many delivers them itself"]
    ) { BadDeliversWhereFull(scheduler: $1, deliver: $2) },
    .reloading(
      "bad-turn-nests", origin: "needs-reload flags",
      summary: "delivers pending updates even inside a delivery",
      breaks: [.neverNested: "if a handler turns the run loop, the next delivery runs inside it"]
    ) { badTurnNests(scheduler: $1, deliver: $2) },
    .reloading(
      "bad-late-cancel", origin: "main.async { subscription = nil }",
      summary: "cancels in the main thread's next pass",
      breaks: [.nothingAfterCancel: "a dispatched delivery runs before the cancellation"]
    ) { BadLateCancel(scheduler: $1, deliver: $2) },
    .reloading(
      "bad-hop-holds-self", origin: "main.async { self.reload() }",
      summary: "a dispatch to the main thread keeps the strategy alive",
      breaks: [.safeToDrop: "a pending dispatch holds the strategy, and delivers"]
    ) { badHopHoldsSelf(scheduler: $1, deliver: $2) },
    .reloading(
      "bad-drains-for-ever", origin: "while let next = queue.popFirst()",
      summary: "delivers until nothing is pending, in one main-thread pass",
      breaks: [.noStarvation: "a drain goes on while updates arrive faster than deliveries"]
    ) { badDrainsForEver(scheduler: $1, deliver: $2) },
    .reloading(
      "bad-safety-net", origin: "timers just in case",
      summary: "checks once a second for forgotten updates",
      breaks: [.noIdleWakeUps: "its timer fires for as long as it lives"]
    ) { BadSafetyNet(scheduler: $1, deliver: $2) },
    .reloading(
      "bad-ignores-own", origin: "guard !isReloading",
      summary: "ignores updates that the main thread submits inside a delivery",
      breaks: [.reentrancy: "updates that a handler submits are ignored"]
    ) { BadIgnoresOwn(scheduler: $1, deliver: $2) },
    StrategyEntry(
      name: "bad-snapshot-in-submit", origin: "main.async { apply(rows) } in a willSet",
      summary: "takes the snapshot when an update is submitted and shows it later",
      delivery: .list,
      breaks: [
        .freshAfterWillSet: "the snapshot lacks a change made after its submission"
      ]
    ) { _, scheduler, port in
      let strategy = BadSnapshotInSubmit(
        scheduler: scheduler, snapshot: { port.snapshot() },
        deliver: { port.apply(.reload(rows: $0), completed: {}) })
      return AttachedStrategy(strategy) { _ in strategy.submit(.one) }
    },
    .reloading(
      "bad-learns-from-others", origin: "the first budget of this project",
      summary: "a quarter of the main thread's time, by the last delivery's apparent cost",
      breaks: [.survivesBusyMain: "other work after a delivery counts as the delivery's own"],
      latencyBound: { _, delivery in delivery * 6 }
    ) { QuarterOfMain(scheduler: $1, deliver: $2, believe: badLearnsFromOthers) },
    .reloading(
      "bad-believes-median", origin: "medians, which ignore occasional outliers",
      summary: "a quarter of the main thread's time, by the median apparent cost",
      breaks: [.survivesBusyMain: "other work after every delivery counts as the deliveries' own"],
      latencyBound: { _, delivery in delivery * 6 }
    ) { QuarterOfMain(scheduler: $1, deliver: $2, believe: badBelievesMedian) },
    .reloading(
      "bad-believes-longest", origin: "better too careful than too fast",
      summary: "a quarter of the main thread's time, by the longest recent delivery",
      breaks: [.survivesSlowStart: "all deliveries are assumed to take as long as the first"],
      latencyBound: { _, delivery in delivery * 6 }
    ) { QuarterOfMain(scheduler: $1, deliver: $2, believe: badBelievesLongest) },
    StrategyEntry(
      name: "bad-flush-resets", origin: "invalidate() in flush()",
      summary: "a throttle that each flush resets", parameters: [interval],
      delivery: .reload,
      breaks: [.boundedLatency: "updates after a flush are shown too soon"],
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
      parameters: [.duration("interval", .milliseconds(100), "how long the first update waits")],
      breaks: [.boundedLatency: "one delivery in fifty is late"],
      latencyBound: { values, delivery in values.duration("interval") + delivery * 2 }
    ) { BadFiftiethWaits(interval: $0.duration("interval"), scheduler: $1, deliver: $2) },
    .reloading(
      "bad-releases-off-main", origin: "handler = nil in cancel()",
      summary: "releases the handler on the thread that cancels or drops it",
      breaks: [.releasesHandler: "a thread that cancels releases the handler's captured objects"]
    ) { BadReleasesOffMain(scheduler: $1, deliver: $2) },
    .reloading(
      "bad-delivers-empty", origin: "take() ?? 1", summary: "delivers in each of its dispatches",
      breaks: [
        .noEmptyDeliveries: "a dispatch after a flush makes an empty delivery"
      ]
    ) { badDeliversEmpty(scheduler: $1, deliver: $2) },
    StrategyEntry(
      name: "bad-looks-once", origin: "guard !isCancelled",
      summary: "checks for cancellation once per delivery", delivery: .list,
      breaks: [.nothingAfterCancel: "a delivery cancelled during its snapshot still shows it"]
    ) { _, scheduler, port in
      let strategy = badLooksOnce(scheduler: scheduler, port: port)
      return AttachedStrategy(strategy) { _ in strategy.submit(.one) }
    },
  ]

  private static var interval: Parameter {
    .duration("interval", .milliseconds(300), "time between the starts of reloads")
  }
}
