import BenchHarness
import Coalesce
import CoalesceStrategies
import Foundation

extension [StrategyEntry] {
  /// The standard strategies with the defect that `FIXTURE_DEFECT` names, in one or all of them, for the gate to find.
  /// Both builds of a gate inherit the variable; tests that need a correct base use `bench`, which ignores it.
  static var standardWithDefect: [StrategyEntry] {
    let standard = [StrategyEntry].standard
    switch ProcessInfo.processInfo.environment["FIXTURE_DEFECT"] {
    case "late-by-a-frame":
      return standard.changing("throttle-in-submit") { values, scheduler, port in
        let strategy = Coalescer<UpdateCount>(
          .throttleInSubmit(for: values.duration("interval") + .seconds(1) / 60),
          scheduler: scheduler
        ) { _ in port.reload() }
        return AttachedStrategy(strategy) { _ in strategy.submit(.one) }
      }
    case "no-trailing-edge":
      return standard.changing("throttle-in-submit") { values, scheduler, port in
        let strategy = LeadingEdge(values.duration("interval"), scheduler) { port.reload() }
        return AttachedStrategy(strategy) { _ in strategy.submit(.one) }
      }
    case "one-more-a-burst":
      return standard.changing("throttle-in-submit") { values, scheduler, port in
        let strategy = Coalescer<UpdateCount>(
          .throttleInSubmit(for: values.duration("interval")),
          scheduler: scheduler
        ) { count in
          port.reload()
          if count.updateCount == 1 { port.reload() }
        }
        return AttachedStrategy(strategy) { _ in strategy.submit(.one) }
      }
    case "allocates":
      return standard.changing("throttle-in-submit") { values, scheduler, port in
        let strategy = Coalescer<UpdateCount>(
          .throttleInSubmit(for: values.duration("interval")),
          scheduler: scheduler
        ) { _ in port.reload() }
        return AttachedStrategy(strategy) { _ in
          free(takeMemory(64))
          strategy.submit(.one)
        }
      }
    case "better":
      return standard.changing("naive") { _, scheduler, port in
        let strategy = Coalescer<UpdateCount>(.nextPass, scheduler: scheduler) { _ in port.reload()
        }
        return AttachedStrategy(strategy) { _ in strategy.submit(.one) }
      }
    case "gone": return standard.filter { $0.name != "throttle-in-submit" }
    case let defect?: return Slowdown(defect).map { standard.map($0.strategy) } ?? standard
    case nil: return standard
    }
  }

  /// The strategies of a third-party package: names with optional kinds, as in "batch=lossy,other". `lossy` never
  /// delivers, `known` also declares that in its entry, `dead` crashes, `late` allocates and delivers twice.
  static func own(_ list: String) -> [StrategyEntry] {
    list.split(separator: ",").map { item in
      let parts = item.split(separator: "=").map(String.init)
      let kind = parts.count > 1 ? parts[1] : ""
      return .reloading(
        parts[0], origin: "tests", summary: kind,
        breaks: kind == "known" ? [.nothingLost: "it never delivers"] : [:]
      ) { _, scheduler, deliver in
        Coalescer<UpdateCount>(.throttle(for: .milliseconds(50)), scheduler: scheduler) { count in
          if kind == "dead" { preconditionFailure("died on purpose") }
          if kind == "late" { free(takeMemory(64)); deliver(count) }
          if !["lossy", "known"].contains(kind) { deliver(count) }
        }
      }
    }
  }

  private func changing(
    _ name: String,
    _ attach:
      @escaping @Sendable (ParameterValues, any SourceScheduler, any ViewPort) -> AttachedStrategy
  ) -> [StrategyEntry] {
    map { entry in
      entry.name != name
        ? entry
        : StrategyEntry(
          name: entry.name, origin: entry.origin, summary: entry.summary,
          parameters: entry.parameters, delivery: entry.delivery, attach: attach)
    }
  }
}

/// A throttle that drops updates within the interval.
private final class LeadingEdge: UpdateStrategy {
  private let interval: UInt64
  private let scheduler: any UpdateScheduler
  private let deliver: @Sendable () -> Void
  private let last = Locked<UInt64?>(nil)

  init(
    _ interval: Duration, _ scheduler: any UpdateScheduler,
    _ deliver: @escaping @Sendable () -> Void
  ) {
    self.interval = UInt64(interval.milliseconds * 1e6)
    self.scheduler = scheduler
    self.deliver = deliver
  }

  func submit(_ update: UpdateCount) {
    let now = scheduler.nowNanoseconds
    let isDue = last.withLock { last in
      if let last, now < last + interval { return false }
      last = now
      return true
    }
    if isDue { scheduler.onMain { [deliver] in deliver() } }
  }

  func flush() {}
  func cancel() {}
  var pendingCount: Int { 0 }
}
