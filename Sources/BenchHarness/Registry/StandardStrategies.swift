import Coalesce
import CoalesceStrategies

extension [StrategyEntry] {
  /// Every strategy of this package.
  public static let standard: [StrategyEntry] = fixed + selfTuning + [null]

  private static let fixed: [StrategyEntry] = [
    .reloading(
      "naive", origin: "reloadData() wherever the model changes",
      summary:
        "reloads for every update: directly on the main thread, otherwise by DispatchQueue.main.async",
      breaks: insideSubmit, swift: { _ in .reloading("Naive") }
    ) { Naive(scheduler: $1, deliver: $2) },
    .reloading(
      "source-add", origin: "DispatchSourceUserDataAdd",
      summary:
        "at most one reload per run-loop pass, covering everything signaled since the previous one",
      latencyBound: bound(), swift: { _ in .reloading("SourceAdd") }
    ) { SourceAdd(scheduler: $1, deliver: $2) },
    .reloading(
      "source-replace", origin: "DispatchSourceUserDataReplace",
      summary: "like source-add, with a source that keeps the newest value instead of a sum",
      latencyBound: bound(), swift: { _ in .reloading("SourceReplace") }
    ) { SourceReplace(scheduler: $1, deliver: $2) },
    StrategyEntry(
      name: "source-or", origin: "DispatchSourceUserDataOr",
      summary: "like source-add, but reloads only the sections that were signaled",
      delivery: .sections, latencyBound: bound(),
      swift: { _ in SwiftLine("SourceOr", handler: "tableView.reload(sections: $0)") }
    ) { _, scheduler, port in
      let strategy = SourceOr(scheduler: scheduler) { port.reload(sections: $0) }
      return AttachedStrategy(strategy) { change in
        strategy.submit(UpdateFlags(rawValue: 1 << UInt(change.row % StrategyEntry.sectionCount)))
      }
    },
    .coalescing(
      "throttle", origin: "this project",
      summary: "at most one reload per interval, the first of a burst in the next run-loop pass",
      parameters: [interval(.milliseconds(100))], latencyBound: bound(byInterval: "interval"),
      spacing: time("interval"), keepsSpacing: true,
      swift: { .coalescer(".throttle(for: \($0.swift("interval")))") }
    ) { .throttle(for: $0.duration("interval")) },
    .coalescing(
      "throttle-in-submit", origin: "enh_throttledReloadData",
      summary: "like throttle, but the first reload of a burst is made inside submit",
      parameters: [interval(.milliseconds(300))], breaks: insideSubmit,
      latencyBound: bound(byInterval: "interval"), spacing: time("interval"), keepsSpacing: true,
      isInCoalesce: false,
      swift: { .coalescer(".throttleInSubmit(for: \($0.swift("interval")))") }
    ) { .throttleInSubmit(for: $0.duration("interval")) },
    .coalescing(
      "throttle-end-to-start", origin: "RxSwift, throttle(latest: true)",
      summary: "like throttle-in-submit, with the interval counted from the end of a reload",
      parameters: [.duration("interval", .milliseconds(300), "pause between reloads")],
      breaks: insideSubmit,
      latencyBound: bound(after: "interval"),
      spacing: { values, delivery in values.duration("interval") + delivery }, keepsSpacing: true,
      isInCoalesce: false,
      swift: { .coalescer(".throttleEndToStart(for: \($0.swift("interval")))") }
    ) { .throttleEndToStart(for: $0.duration("interval")) },
    .coalescing(
      "rate-adaptive", origin: "IGListKit, adaptive coalescing",
      summary: "like throttle-in-submit, with an interval that grows under load",
      parameters: [
        .duration("minimum", .milliseconds(50), "the interval after an update that did not wait"),
        .duration("increment", .milliseconds(20), "growth of the interval per delayed reload"),
        .duration("maximum", .milliseconds(200), "the longest interval", floor: "minimum"),
      ],
      breaks: insideSubmit, latencyBound: bound(byInterval: "maximum"), spacing: time("minimum"),
      keepsSpacing: true, isInCoalesce: false,
      swift: {
        let (least, step) = ($0.swift("minimum"), $0.swift("increment"))
        return .coalescer(
          ".rateAdaptive(minimum: \(least), increment: \(step), maximum: \($0.swift("maximum")))")
      }
    ) {
      .rateAdaptive(
        minimum: $0.duration("minimum"), increment: $0.duration("increment"),
        maximum: $0.duration("maximum"))
    },
    .coalescing(
      "debounce", origin: "lodash, debounce with maxWait",
      summary: "reloads when no update has arrived for a while, or after a maximum wait",
      parameters: [
        .duration("wait", .milliseconds(100), "how long updates must pause"),
        .duration(
          "max-wait", .milliseconds(300), "the longest an update may wait; never less than 'wait'",
          floor: "wait"),
      ],
      latencyBound: bound(after: "wait", "max-wait"), spacing: time("wait"), keepsSpacing: true,
      swift: {
        .coalescer(".debounce(for: \($0.swift("wait")), maximum: \($0.swift("max-wait")))")
      }
    ) { .debounce(for: $0.duration("wait"), maximum: $0.duration("max-wait")) },
    .coalescing(
      "frame", origin: "requestAnimationFrame, Flutter",
      summary: "at most one reload per display frame, at the frame's boundary",
      parameters: [.duration("period", .seconds(1) / 60, "the length of a frame")],
      latencyBound: bound(after: "period"), spacing: time("period"), knowsFrames: true,
      swift: { .coalescer(".frame(period: \($0.swift("period")))") }
    ) { .frame(period: $0.duration("period").ofDisplay) },
    .applying(
      "view-queue", origin: "BDUIViewUpdateQueue",
      summary: "a serial queue for each view; one row change at a time, in order",
      swift: { _ in .showing("ViewQueue") }
    ) { ViewQueue(scheduler: $1, deliver: $2) },
    .applying(
      "view-queue-delay", origin: "BDUIViewUpdateQueue, with a delay",
      summary: "like view-queue, but each row change joins the queue after a delay",
      parameters: [.duration("delay", .milliseconds(100), "time from the update to the queue")],
      swift: { .showing("ViewQueue", "delay: \($0.swift("delay"))") }
    ) { ViewQueue(delay: $0.duration("delay"), scheduler: $1, deliver: $2) },
    StrategyEntry(
      name: "view-queue-wait", origin: "BDUIViewUpdateQueue, waitUntil",
      summary: "like view-queue, but each row change waits until the view can animate it",
      parameters: [.duration("period", .milliseconds(10), "time between checks")],
      delivery: .rowChange,
      swift: {
        let canAnimate = "{ MainActor.assumeIsolated { tableView.canAnimate } }"
        return .showing("ViewQueue", "waitUntil: \(canAnimate), every: \($0.swift("period"))")
      }
    ) { values, scheduler, port in
      let strategy = ViewQueue<RowChange>(
        waitUntil: { port.canAnimate }, every: values.duration("period"), scheduler: scheduler
      ) { port.apply($0) }
      return AttachedStrategy(strategy) { strategy.submit($0) }
    },
    .applying(
      "row-changes", origin: "DispatchQueue.main.async around each row change",
      summary: "applies each row change in a dispatch of its own",
      swift: { _ in .showing("Naive", "alwaysHops: true") }
    ) { Naive(alwaysHops: true, scheduler: $1, deliver: $2) },
    .applying(
      "main-drain", origin: "Texture, ASMainSerialQueue",
      summary: "one dispatch that applies row changes until none is waiting",
      breaks: [
        .noStarvation: "a drain goes on for as long as updates arrive faster than it delivers them"
      ], swift: { _ in .showing("MainDrain") }
    ) { MainDrain(scheduler: $1, deliver: $2) },
    .applying(
      "main-drain-bounded", origin: "Texture, ASMainSerialQueue, with a budget",
      summary: "like main-drain, but pauses once it has used up its main-thread budget",
      parameters: [.duration("budget", .milliseconds(8), "main-thread time per drain")],
      swift: { .showing("MainDrain", "budget: \($0.swift("budget"))") }
    ) { MainDrain(budget: $0.duration("budget"), scheduler: $1, deliver: $2) },
    StrategyEntry(
      name: "change-set", origin: "Texture's ASDataController, IGListKit's updater",
      summary: "computes differences off the main thread, and shows one batch update at a time",
      parameters: [.count("limit", 100, "the most changes in a batch; more cause a reload")],
      delivery: .list,
      swift: {
        SwiftLine(
          "ChangeSets", of: "Row",
          arguments: "limit: \($0.swift("limit")), isOnScreen: { tableView.isOnScreen }, "
            + "snapshot: { model.rows }, deliver: { tableView.show($0, completed: $1) }")
      }
    ) { values, scheduler, port in
      let strategy = ChangeSets<ListRow>(
        limit: values.count("limit"), scheduler: scheduler, isOnScreen: { port.isOnScreen },
        snapshot: { port.snapshot() }, deliver: { port.apply($0, completed: $1) })
      return AttachedStrategy(strategy) { _ in strategy.submit(.one) }
    },
    .applying(
      "dispatch-chain", origin: "RxStream, Dispatch",
      summary: "a chain for each row change: a step on a serial queue, then one on the main thread",
      swift: { _ in .showing("DispatchChain") }
    ) { DispatchChain(scheduler: $1, deliver: $2) },
    .coalescing(
      "next-pass", origin: "this project",
      summary: "like source-add, with an atomic counter instead of a dispatch source",
      latencyBound: bound(), swift: { _ in .coalescer(".nextPass") }
    ) { _ in .nextPass },
  ]

  private static let null = StrategyEntry(
    name: "null", origin: "this project",
    summary: "delivers nothing; shows what the harness itself costs", delivery: .none
  ) { _, _, _ in AttachedStrategy { _ in } }

  private static func interval(_ usual: Duration) -> Parameter {
    .duration("interval", usual, "time between the starts of reloads")
  }

  private static func time(_ name: String) -> StrategyEntry.LatencyBound {
    { values, _ in values.duration(name) }
  }

  private static func bound(byInterval name: String) -> StrategyEntry.LatencyBound {
    { values, delivery in Swift.max(values.duration(name), delivery * 2) + delivery }
  }

  /// The longest of the times, and two deliveries: if one in progress misses the update, the next one shows it.
  private static func bound(after names: String...) -> StrategyEntry.LatencyBound {
    { values, delivery in (names.map(values.duration).max() ?? .zero) + delivery * 2 }
  }

  private static let insideSubmit: [Promise: String] = [
    .freshAfterWillSet:
      "an update submitted on the main thread may be delivered before its change is made"
  ]
}
