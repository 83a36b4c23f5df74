import BenchHarness
import BenchLibrarySupport
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
      return standard.changing("throttle-in-submit") {
        Coalescer(
          .throttleInSubmit(for: $0.duration("interval") + .seconds(1) / 60), on: .scheduler($1),
          onDelivery: $2)
      }
    case "no-trailing-edge":
      return standard.changing("throttle-in-submit") {
        BadNoTrailing(interval: $0.duration("interval"), scheduler: $1, deliver: $2)
      }
    case "one-more-a-burst":
      return standard.changing("throttle-in-submit") { values, scheduler, deliver in
        Coalescer<UpdateCount>(
          .throttleInSubmit(for: values.duration("interval")), on: .scheduler(scheduler)
        ) { count in
          deliver(count)
          if count.updateCount == 1 { deliver(count) }
        }
      }
    case "better":
      return standard.changing("naive") {
        Coalescer(.nextPass, on: .scheduler($1), onDelivery: $2)
      }
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
        Coalescer<UpdateCount>(.throttle(for: .milliseconds(50)), on: .scheduler(scheduler)) {
          count in
          if kind == "dead" { preconditionFailure("died on purpose") }
          if kind == "late" { free(takeMemory(64)); deliver(count) }
          if !["lossy", "known"].contains(kind) { deliver(count) }
        }
      }
    }
  }

  private func changing<Changed: UpdateStrategy<UpdateCount>>(
    _ name: String,
    _ make:
      @escaping @Sendable (ParameterValues, any SourceScheduler, @escaping Deliver<UpdateCount>) ->
      Changed
  ) -> [StrategyEntry] {
    map { entry in
      guard entry.name == name else { return entry }
      return .reloading(
        name, origin: entry.origin, summary: entry.summary, parameters: entry.parameters, make: make
      )
    }
  }
}
