import Coalesce
import Strategies

extension [StrategyEntry] {
  /// Every strategy of the `Strategies` library, one line each.
  public static let standard: [StrategyEntry] = fixed + selfTuning + [null]

  private static let fixed: [StrategyEntry] = [
    .reloading(
      "naive", origin: "reloadData() wherever the model changes",
      summary: "a reload for every update; at once on main, else in a hop each",
      breaks: insideSubmit
    ) { Naive(scheduler: $1, deliver: $2) },
    .reloading(
      "source-add", origin: "DispatchSourceUserDataAdd",
      summary: "one reload a pass of main for all that was signalled meanwhile",
      latencyBound: oneUnderWay
    ) { SourceAdd(scheduler: $1, deliver: $2) },
    .reloading(
      "source-replace", origin: "DispatchSourceUserDataReplace",
      summary: "as source-add, with a source that keeps the newest instead of a sum",
      latencyBound: oneUnderWay
    ) { SourceReplace(scheduler: $1, deliver: $2) },
    StrategyEntry(
      name: "source-or", origin: "DispatchSourceUserDataOr",
      summary: "as source-add, but reloads only the sections that were signalled",
      delivery: .sections, latencyBound: oneUnderWay
    ) { _, scheduler, port in
      let strategy = SourceOr(scheduler: scheduler) { port.reload(sections: $0) }
      return AttachedStrategy(strategy) { change in
        strategy.submit(UpdateFlags(rawValue: 1 << UInt(change.row % StrategyEntry.sectionCount)))
      }
    },
    .coalescing(
      "throttle", origin: "enh_throttledReloadData",
      summary: "at most one reload an interval, leading and trailing edge, the first inside submit",
      parameters: [interval], breaks: insideSubmit, latencyBound: throttleBound
    ) { .throttle(interval: $0.duration("interval"), leading: .inSubmit) },
    .coalescing(
      "throttle-next-pass", origin: "this project",
      summary: "as throttle, but the leading edge comes in main's next pass, after the change",
      parameters: [interval], latencyBound: throttleBound
    ) { .throttle(interval: $0.duration("interval")) },
    .coalescing(
      "throttle-end-to-start", origin: "RxSwift, throttle(latest: true)",
      summary: "as throttle, with the interval counted from the end of a reload",
      parameters: [.duration("interval", .milliseconds(300), "from the end to the next start")],
      breaks: insideSubmit,
      latencyBound: { values, delivery in values.duration("interval") + delivery * 2 }
    ) { .throttleEndToStart(interval: $0.duration("interval"), leading: .inSubmit) },
    .coalescing(
      "rate-adaptive", origin: "IGListKit, adaptive coalescing",
      summary: "as throttle, with an interval that grows under load",
      parameters: [
        .duration("minimum", .milliseconds(50), "the interval after an update that did not wait"),
        .duration("increment", .milliseconds(20), "added with each reload that had to wait"),
        .duration("maximum", .milliseconds(200), "the longest interval"),
      ],
      breaks: insideSubmit,
      latencyBound: { values, delivery in
        Swift.max(values.duration("maximum"), delivery * 2) + delivery
      }
    ) {
      .rateAdaptive(
        minimum: $0.duration("minimum"), increment: $0.duration("increment"),
        maximum: $0.duration("maximum"), leading: .inSubmit)
    },
    .coalescing(
      "debounce-max-wait", origin: "lodash, debounce with maxWait",
      summary: "a reload when it has become quiet, or after a maximum wait",
      parameters: [
        .duration("wait", .milliseconds(100), "how long it must have been quiet"),
        .duration("max-wait", .milliseconds(300), "how long an update waits at the most"),
      ],
      latencyBound: { values, delivery in
        Swift.max(values.duration("wait"), values.duration("max-wait")) + delivery * 2
      }
    ) { .debounce(wait: $0.duration("wait"), maximumWait: $0.duration("max-wait")) },
    .coalescing(
      "frame", origin: "requestAnimationFrame, Flutter",
      summary: "at most one reload a display frame, at the frame's boundary",
      parameters: [.duration("period", .seconds(1) / 60, "the length of a frame")],
      latencyBound: { values, delivery in values.duration("period") + delivery * 2 }
    ) { .frame(period: $0.duration("period")) },
    .applying(
      "view-queue", origin: "BDUIViewUpdateQueue",
      summary: "a serial queue a view; one row change at a time, in order"
    ) { ViewQueue(scheduler: $1, deliver: $2) },
    .applying(
      "view-queue-delay", origin: "BDUIViewUpdateQueue, with a delay",
      summary: "as view-queue, but each row change joins the queue after a delay",
      parameters: [.duration("delay", .milliseconds(100), "from the update to its joining")]
    ) { ViewQueue(delay: $0.duration("delay"), scheduler: $1, deliver: $2) },
    StrategyEntry(
      name: "view-queue-wait", origin: "BDUIViewUpdateQueue, waitUntil",
      summary: "as view-queue, but each row change waits until the view can animate it",
      parameters: [.duration("period", .milliseconds(10), "how often that is looked at")],
      delivery: .rowChange
    ) { values, scheduler, port in
      let strategy = ViewQueue<RowChange>(
        waitUntil: { port.canAnimate }, every: values.duration("period"), scheduler: scheduler
      ) { port.apply($0) }
      return AttachedStrategy(strategy) { strategy.submit($0) }
    },
    .applying(
      "row-changes", origin: "DispatchQueue.main.async around each row change",
      summary: "each row change applied alone, in a hop of its own"
    ) { Naive(alwaysHops: true, scheduler: $1, deliver: $2) },
    .applying(
      "main-drain", origin: "Texture, ASMainSerialQueue",
      summary: "one hop for all waiting row changes, drained to the end",
      breaks: [
        .noStarvation: "a drain goes on for as long as updates come faster than it delivers them"
      ]
    ) { MainDrain(scheduler: $1, deliver: $2) },
    .applying(
      "main-drain-bounded", origin: "Texture, ASMainSerialQueue, with a budget",
      summary: "as main-drain, but at most a budget of main's time a turn",
      parameters: [.duration("budget", .milliseconds(8), "main's time for one drain")]
    ) { MainDrain(budget: $0.duration("budget"), scheduler: $1, deliver: $2) },
    StrategyEntry(
      name: "change-set", origin: "Texture's ASDataController, IGListKit's updater",
      summary: "differences computed off main, one batch update in flight",
      parameters: [.count("limit", 100, "the most changes of a batch; with more, a reload")],
      delivery: .list
    ) { values, scheduler, port in
      let strategy = ChangeSets<ListRow>(
        limit: values.count("limit"), scheduler: scheduler, isOnScreen: { port.isOnScreen },
        snapshot: { port.snapshot() }, deliver: { port.apply($0, completed: $1) })
      return AttachedStrategy(strategy) { _ in strategy.submit(.one) }
    },
    .applying(
      "dispatch-chain", origin: "RxStream, Dispatch",
      summary: "a chain for each row change: a step on a serial queue, then one on main"
    ) { DispatchChain(scheduler: $1, deliver: $2) },
    .coalescing(
      "pending-flag", origin: "this project",
      summary: "as source-add, with an atomic counter instead of a dispatch source",
      latencyBound: oneUnderWay
    ) { _ in .nextPass },
  ]

  private static let null = StrategyEntry(
    name: "null", origin: "this project",
    summary: "delivers nothing; shows what the harness itself costs", delivery: .none
  ) { _, _, _ in AttachedStrategy(Null<RowChange>()) { _ in } }

  private static let interval = Parameter.duration(
    "interval", .milliseconds(300), "from start to start")

  private static let throttleBound: StrategyEntry.LatencyBound = { values, delivery in
    Swift.max(values.duration("interval"), delivery * 2) + delivery
  }

  private static let insideSubmit: [Promise: String] = [
    .freshAfterWillSet: "submitted on main, the first update is delivered before the change is made"
  ]

  /// A delivery that is under way does not show an update; the one that follows it does.
  private static let oneUnderWay: StrategyEntry.LatencyBound = { _, delivery in delivery * 2 }

  /// Strategies that learn what a delivery takes, and so need no interval.
  static let selfTuning: [StrategyEntry] = [
    .coalescing(
      "balanced", origin: "Dooly, Goldman, Scott, dynamic TCP acknowledgement",
      summary: "a reload when the waiting, at its price, is worth one",
      parameters: [price, deliveryCost], latencyBound: patience
    ) { .balanced(price: $0.number("price"), deliveryCost: knownCost($0)) },
    .coalescing(
      "balanced-eager", origin: "this project",
      summary: "as balanced, but sooner where nothing seems to follow",
      parameters: [price, deliveryCost], latencyBound: eagerPatience
    ) { .balancedEager(price: $0.number("price"), deliveryCost: knownCost($0)) },
    .coalescing(
      "balanced-group", origin: "this project",
      summary: "as balanced-eager, and the views of a screen take turns on main",
      parameters: [price, deliveryCost], latencyBound: eagerPatience,
      group: { CoalescerGroup(scheduler: $1) }
    ) { .balancedEager(price: $0.number("price"), deliveryCost: knownCost($0)) },
    StrategyEntry(
      name: "balanced-rows", origin: "this project",
      summary: "as balanced, with row changes or a reload, whichever is cheaper",
      parameters: [price], delivery: .rowChange,
      // No more changes than this without a reload.
      latencyBound: { _, delivery in longestWait + delivery * 2 * 32 }, isCoalescer: true
    ) { values, scheduler in
      { port in attachRows(BalancedRowsPolicy(price: values.number("price")), scheduler, port) }
    },
    .coalescing(
      "budgeted", origin: "this project",
      summary: "reloads as soon as a share of main's time allows",
      parameters: [share], latencyBound: budget
    ) { .budget(share: $0.number("share")) },
    .coalescing(
      "budgeted-group", origin: "this project",
      summary: "as budgeted, with one budget for all views of a screen, served in turn",
      parameters: [share], latencyBound: budget,
      group: { CoalescerGroup(.budget(share: $0.number("share")), scheduler: $1) }
    ) { _ in .nextPass },
  ]

  private static func attachRows(
    _ policy: BalancedRowsPolicy, _ scheduler: any UpdateScheduler, _ port: any ViewPort
  ) -> AttachedStrategy {
    let rows = Coalescer<OrderedUpdates<RowChange>>(policy, scheduler: scheduler)
    rows.deliver { [weak rows] update in
      guard policy.form == .changes else { return port.reload() }
      // Nothing is shown after a cancel, in the middle of a list either.
      for change in update.elements where rows?.isCancelled == false { port.apply(change) }
    }
    return AttachedStrategy(coalescing: rows, changingTo: policy) { OrderedUpdates([$0]) }
  }

  private static let price = Parameter.number(
    "price", 0.02, "ns of main that an update is worth that waits 1 ns")

  private static let deliveryCost = Parameter.duration(
    "delivery", .zero, "what a reload takes with its layout commit; 0 to learn it")

  private static func knownCost(_ values: ParameterValues) -> Duration? {
    let cost = values.duration("delivery")
    return cost > .zero ? cost : nil
  }

  private static let share = Parameter.share("share", 0.25, "of main's time, for reloads")

  /// What learning makes an update wait at the most.
  private static let longestWait = Duration.seconds(1)

  /// One update alone waits until that is worth a delivery, perhaps for one under way, and for its
  /// own.
  private static let patience: StrategyEntry.LatencyBound = { values, delivery in
    let known = values.duration("delivery")
    let wait = Swift.max(known, delivery) / values.number("price")
    return (known > .zero ? wait : Swift.min(wait, longestWait)) + delivery * 2
  }

  private static let eagerPatience: StrategyEntry.LatencyBound = { values, delivery in
    let wait = Swift.max(delivery, BalancedEagerPolicy.assumedDelivery)
    return patience(values, wait) - (wait - delivery) * 2
  }

  private static let budget: StrategyEntry.LatencyBound = { values, delivery in
    Swift.min(delivery / values.number("share"), .seconds(2)) + delivery * 2
  }
}
