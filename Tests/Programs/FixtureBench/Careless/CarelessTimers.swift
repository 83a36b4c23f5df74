import BenchHarness
import BenchLibrarySupport
import Coalesce
import CoalesceStrategies

extension [StrategyEntry] {
  /// These deliver too soon, too late or too often.
  static let carelessTimers: [StrategyEntry] = [
    .fixture(
      "bad-throttle-as-written", origin: "enh_throttledReloadData", parameters: [.interval],
      breaks: [
        .finalState: "an early timer, a flush or a thread without a run loop strands updates",
        .nothingLost: "an early timer, a flush or a thread without a run loop strands updates",
        .neverNested: "a reload that exceeds the interval or turns the run loop nests",
        .freshAfterWillSet: "submitted on main, the first update is delivered before the change",
        .noEmptyDeliveries: "a flush delivers stranded updates that no longer count as pending",
      ]
    ) { AttachedStrategy(BadThrottleAsWritten(interval: $0.interval, $1, $2)) },
    .fixture(
      "bad-no-trailing", origin: "guard now - last > interval", parameters: [.interval],
      breaks: [
        .finalState: "updates within the interval are dropped",
        .nothingLost: "updates within the interval are dropped",
      ], attach: withoutTrailingEdge),
    .fixture(
      "bad-newer-overwritten", origin: "a throttle that carries values", parameters: [.interval],
      delivery: .rowChange,
      breaks: [
        .order: "a leading update overtakes older ones that wait for a late timer",
        .finalState: "a late timer overwrites a newer value with older ones",
        .reentrancy: "a leading update inside a delivery overtakes older ones, too",
      ]
    ) { AttachedStrategy(OvertakingThrottle(interval: $0.interval, $1, $2)) },
    StrategyEntry(
      name: "bad-flush-resets", origin: "invalidate() in flush()",
      summary: "a throttle that each flush resets", parameters: [.interval],
      delivery: .reload,
      breaks: [.boundedLatency: "updates after a flush are shown too soon"],
      latencyBound: { values, delivery in
        Swift.max(values.duration("interval"), delivery * 2) + delivery
      },
      spacing: { values, _ in values.duration("interval") },
      keepsSpacing: true
    ) { values, scheduler, port in
      let strategy = Reload(
        .throttle(for: values.duration("interval")), on: .scheduler(scheduler)
      ) { _ in port.reload() }
      var attached = AttachedStrategy(strategy)
      attached.flush = {
        strategy.flush()
        // The defect.
        strategy.resetTiming()
      }
      return attached
    },
    .fixture(
      "bad-debounce-starves", origin: "a work item, cancelled and scheduled again",
      parameters: [.duration("interval", .milliseconds(50), "of quiet before a reload")],
      breaks: [
        .boundedLatency: "nothing is shown while updates come closer together than the interval"
      ],
      // The bound that its author would assume: the interval, plus a running delivery and its own.
      latencyBound: { values, delivery in values.duration("interval") + delivery * 2 }
    ) { values, scheduler, port in
      AttachedStrategy(
        HoldingBack(scheduler, deliver: { port.reload() }) { _ in
          // The defect: updates that already wait now wait longer.
          scheduler.nowNanoseconds + values.interval
        })
    },
    .fixture(
      "bad-fiftieth-waits", origin: "counters that wrap",
      parameters: [.duration("interval", .milliseconds(100), "how long the first update waits")],
      breaks: [.boundedLatency: "one delivery in fifty is late"],
      latencyBound: { values, delivery in values.duration("interval") + delivery * 2 }
    ) { values, scheduler, port in
      let number = Locked(0)
      let strategy = HoldingBack(scheduler, deliver: { port.reload() }) { isFirst in
        guard isFirst else { return nil }
        let isFiftieth = number.withLock { number in
          number += 1
          return number.isMultiple(of: 50)
        }
        // The defect.
        return scheduler.nowNanoseconds + (isFiftieth ? 10 : 1) * values.interval
      }
      return AttachedStrategy(strategy)
    },
    // Shows all updates in time, but drains the battery.
    .fixture(
      "bad-safety-net", origin: "timers just in case",
      breaks: [.noIdleWakeUps: "its timer fires for as long as it lives"]
    ) { _, scheduler, port in
      let strategy = Reload(.nextPass, on: .scheduler(scheduler)) { _ in port.reload() }
      let timer = scheduler.makeTimer()
      let isOn = Locked<Bool?>(nil)
      let setTimer = { @Sendable [weak timer] in
        timer?.schedule(deadlineNanoseconds: scheduler.nowNanoseconds + 1_000_000_000)
      }
      timer.setHandler { [weak strategy] in
        strategy?.flush()
        // The defect: sets the timer even if nothing is pending.
        isOn.withLock { if $0 == true { setTimer() } }
      }
      var attached = AttachedStrategy(strategy) { _ in
        strategy.submit(.one)
        isOn.withLock { isOn in
          guard isOn == nil else { return }
          isOn = true
          setTimer()
        }
      }
      attached.cancel = {
        strategy.cancel()
        isOn.withLock { isOn in
          isOn = false
          timer.disarm()
        }
      }
      return attached
    },
    quarterOfMain(
      "bad-learns-from-others", origin: "the first budget of this project",
      breaks: [.survivesBusyMain: "other work after a delivery counts as the delivery's own"]
    ) { _, behind in behind.last ?? 0 },
    quarterOfMain(
      "bad-believes-median", origin: "medians, which ignore occasional outliers",
      breaks: [.survivesBusyMain: "other work after every delivery counts as the deliveries' own"]
    ) { _, behind in behind.count == 5 ? behind.sorted()[2] : 0 },
    quarterOfMain(
      "bad-believes-longest", origin: "better too careful than too fast",
      breaks: [.survivesSlowStart: "all deliveries are assumed to take as long as the first"]
    ) { handlers, _ in handlers.max() ?? 0 },
  ]

  /// Uses at most a quarter of the main thread's time. The defect is in `believe`, which estimates the cost of a
  /// delivery from the newest five durations of handlers, and of the gaps between a handler and the main thread's next
  /// block, in nanoseconds.
  private static func quarterOfMain(
    _ name: String, origin: String, breaks: [Promise: String],
    believe: @escaping @Sendable (_ handlers: [UInt64], _ behind: [UInt64]) -> UInt64
  ) -> StrategyEntry {
    .fixture(
      name, origin: origin, breaks: breaks, latencyBound: { _, delivery in delivery * 6 }
    ) { _, scheduler, port in
      let learnt = Locked((number: 0, start: UInt64(0), handlers: [UInt64](), behind: [UInt64]()))
      let measured = { @Sendable in
        let start = scheduler.nowNanoseconds
        port.reload()
        let end = scheduler.nowNanoseconds
        let number = learnt.withLock { learnt in
          learnt.number += 1
          learnt.start = start
          learnt.handlers = (learnt.handlers + [end - start]).suffix(5)
          return learnt.number
        }
        scheduler.onMain {
          let passed = scheduler.nowNanoseconds - end
          learnt.withLock { learnt in
            // After an earlier delivery, the gap includes the newest one.
            if learnt.number == number { learnt.behind = (learnt.behind + [passed]).suffix(5) }
          }
        }
      }
      let strategy = HoldingBack(scheduler, deliver: measured) { isFirst in
        guard isFirst else { return nil }
        return learnt.withLock { $0.start + 4 * believe($0.handlers, $0.behind) }
      }
      return AttachedStrategy(strategy)
    }
  }

  /// A throttle that drops the updates submitted less than an interval after the last one that it delivered.
  static let withoutTrailingEdge: StrategyEntry.Attaching = { values, scheduler, port in
    let last = Locked<UInt64?>(nil)
    var attached = AttachedStrategy(on: scheduler) { _ in port.reload() }
    attached.submit = { [submit = attached.submit] change in
      let now = scheduler.nowNanoseconds
      let isLeading = last.withLock { last in
        if let last, now < last + values.interval { return false }
        last = now
        return true
      }
      // The defect: the others are dropped.
      if isLeading { submit(change) }
    }
    return attached
  }
}

/// A throttle that carries values. The clock alone decides whether an update is a leading one, so one that comes after
/// the interval's end, but before a late timer has delivered the waiting ones, is delivered first.
private final class OvertakingThrottle: UpdateStrategy {
  private let interval: UInt64
  private let scheduler: any UpdateScheduler
  private let due: MainDrain<RowChange>
  private let timer: any UpdateTimer
  private let state = Locked((waiting: [RowChange](), last: UInt64?.none))

  init(interval: UInt64, _ scheduler: any UpdateScheduler, _ port: any ViewPort) {
    self.interval = interval
    self.scheduler = scheduler
    due = MainDrain(budget: .milliseconds(8), scheduler: scheduler) { port.apply($0) }
    timer = scheduler.makeTimer()
    timer.setHandler { [weak self] in self?.handOver() }
  }

  func submit(_ update: RowChange) {
    let now = scheduler.nowNanoseconds
    let deadline: UInt64? = state.withLock { state in
      guard let last = state.last, now < last + interval else {
        state.last = now
        return nil
      }
      state.waiting.append(update)
      return last + interval
    }
    if let deadline { return timer.schedule(deadlineNanoseconds: deadline) }
    // The defect: there is no check for older updates that wait.
    due.submit(update)
  }

  func flush() {
    handOver()
    due.flush()
  }

  func cancel() {
    due.cancel()
    timer.disarm()
    state.withLock { $0.waiting = [] }
  }

  var pendingCount: Int { state.withLock { $0.waiting.count } + due.pendingCount }

  /// The trailing edge: all waiting updates are due.
  private func handOver() {
    let now = scheduler.nowNanoseconds
    let updates = state.withLock { state in
      defer { state = ([], state.waiting.isEmpty ? state.last : now) }
      return state.waiting
    }
    updates.forEach(due.submit)
  }
}
