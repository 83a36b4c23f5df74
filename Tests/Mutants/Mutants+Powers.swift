import BenchHarness
import Coalesce

extension [StrategyEntry] {
  /// Those that break a promise of coalescers, and keep all others.
  static let withPowers: [StrategyEntry] = [
    .withPowers(
      "bad-bound-is-late", origin: "guard timer == nil",
      summary: "a timer that a submission with a bound does not move",
      breaks: [.boundedSubmission: "where something waits already, the bound is forgotten"]
    ) { OneTimer($0, $1, $2, defect: badBoundIsLate) },
    .withPowers(
      "bad-pause-drops", origin: "guard view.window != nil",
      summary: "ignores what is submitted in a pause",
      breaks: [.pauseLosesNothing: "nobody remembers what came in a pause"]
    ) { BadPauseDrops(scheduler: $1, deliver: $2) },
    .withPowers(
      "bad-cancel-keeps-flag", origin: "enh_throttledReloadData, cancelled",
      summary: "ends the timer when what waits is cancelled, and still counts that as waiting",
      breaks: [.dropsOnlyPending: "what comes after a cancel arranges nothing"]
    ) { OneTimer($0, $1, $2, defect: badCancelKeepsFlag) },
    .withPowers(
      "bad-cancel-disarms", origin: "first drop, then tidy up",
      summary: "empties the store, then ends the timer that a thread may just have set",
      isRealTimeOnly: true,
      breaks: [.dropsOnlyPending: "what a thread submits between the two has no timer"]
    ) { OneTimer($0, $1, $2, defect: badCancelDisarms) },
    .withPowers(
      "bad-resume-looks-first", origin: "first what has come, then the flag",
      summary: "takes what came in a pause, then ends the pause, in which a thread may just submit",
      isRealTimeOnly: true,
      breaks: [.pauseLosesNothing: "what comes between the two waits for the next pause"]
    ) { BadResumeLooksFirst(scheduler: $1, deliver: $2) },
    .withPowers(
      "bad-reset-strands", origin: "enh_throttledReloadData, reset",
      summary: "ends the timer at a reset",
      breaks: [.settingsLoseNothing: "what waits at a reset waits for ever"]
    ) { OneTimer($0, $1, $2, defect: badResetStrands) },
    .withPowers(
      "bad-fiftieth-waits", origin: "counters that wrap",
      summary: "sets each fiftieth timer for ten times as long",
      breaks: [.boundedLatency: "one delivery in fifty is late"],
      latencyBound: { values, delivery in values.duration("interval") + delivery * 2 }
    ) { OneTimer($0, $1, $2, timesLonger: badFiftiethWaits) },
    .withPowers(
      "bad-forgets-unseen", origin: "{ [weak self] in self?.reload() }",
      summary: "calls a handler that does nothing where its target is gone",
      breaks: [.keepsForNextTarget: "what comes while there is no target counts as delivered"]
    ) { OneTimer($0, $1, $2, defect: badForgetsUnseen) },
    StrategyEntry(
      name: "bad-waits-its-turn", origin: "a fair queue",
      summary: "serves the views of a group in turn, whatever must not wait",
      delivery: .reload,
      breaks: [.boundsInGroups: "a bound does not jump the line of the other views"],
      latencyBound: { _, delivery in delivery * 2 }, isCoalescer: true, isGroup: true
    ) { _, scheduler in
      let group = CoalescerGroup(scheduler: scheduler)
      return { port in
        let coalescer = Coalescer<UpdateCount>(.nextPass, in: group, scheduler: scheduler) { _ in
          port.reload()
        }
        return AttachedStrategy(coalescer, powers: badWaitsItsTurn(coalescer)) { _ in
          coalescer.submit(.one)
        }
      }
    },
    StrategyEntry(
      name: "bad-urgent-first", origin: "first what is urgent, then the rest",
      summary: "shows what may wait once nothing of its screen was urgent for a moment",
      delivery: .reload,
      breaks: [.boundsInGroups: "one view that goes on being urgent keeps all others waiting"],
      latencyBound: { _, delivery in BadUrgentFirst.moment + delivery * 2 }, isCoalescer: true,
      isGroup: true
    ) { _, scheduler in
      let screen = BadUrgentFirst.Screen(group: CoalescerGroup(scheduler: scheduler))
      return { port in
        let strategy = BadUrgentFirst(on: screen, scheduler: scheduler) { _ in port.reload() }
        return AttachedStrategy(strategy, powers: strategy.powers) { _ in strategy.submit(.one) }
      }
    },
    StrategyEntry(
      name: "bad-starts-tasks", origin: "Task { await self.reload() } in a handler",
      summary: "a share of main's time, by handlers that start a task and return",
      parameters: [.share("share", 0.25, "of main's time, for deliveries")], delivery: .reload,
      isRealTimeOnly: true,
      breaks: [.costsOfTasks: "what the task takes of main is nobody's"], isCoalescer: true
    ) { values, scheduler in
      { port in
        let coalescer = Coalescer<UpdateCount>(
          .budget(share: values.number("share")), scheduler: scheduler
        ) { _ in port.reload() }
        return AttachedStrategy(coalescer, powers: badStartsTasks(coalescer)) { _ in
          coalescer.submit(.one)
        }
      }
    },
    StrategyEntry(
      name: "bad-end-overtakes", origin: "a second queue for what is urgent",
      summary: "shows what must not wait ahead of what waited before it", delivery: .rowChange,
      breaks: [.boundedSubmission: "what has a bound is applied before what was there before it"],
      isCoalescer: true
    ) { _, scheduler in
      { port in
        let strategy = BadEndOvertakes(scheduler: scheduler, port: port)
        return AttachedStrategy(strategy, powers: strategy.powers) {
          strategy.submit(OrderedUpdates([$0]))
        }
      }
    },
  ]
}

extension StrategyEntry {
  /// A mutant with the powers of a coalescer, each of whose deliveries reloads the view.
  fileprivate static func withPowers(
    _ name: String, origin: String, summary: String, isRealTimeOnly: Bool = false,
    breaks: [Promise: String], latencyBound: LatencyBound? = nil,
    make:
      @escaping @Sendable (
        ParameterValues, any UpdateScheduler, @escaping Deliver<UpdateCount>
      ) -> some WithPowers
  ) -> StrategyEntry {
    StrategyEntry(
      name: name, origin: origin, summary: summary,
      parameters: [.duration("interval", .milliseconds(100), "how long the first waits")],
      delivery: .reload, isRealTimeOnly: isRealTimeOnly, breaks: breaks, latencyBound: latencyBound,
      isCoalescer: true
    ) { values, scheduler in
      { port in
        let strategy = make(values, scheduler) { _ in port.reload() }
        return AttachedStrategy(strategy, powers: strategy.powers) { _ in strategy.submit(.one) }
      }
    }
  }
}
