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
      return standard.changing("throttle-in-submit") { values, scheduler, port in
        let late = values.duration("interval") + .seconds(1) / 60
        return AttachedStrategy(.throttleInSubmit(for: late), on: scheduler) { _ in port.reload() }
      }
    case "no-trailing-edge":
      return standard.changing("throttle-in-submit", withoutTrailingEdge)
    case "one-more-a-burst":
      return standard.changing("throttle-in-submit") { values, scheduler, port in
        let interval = values.duration("interval")
        return AttachedStrategy(.throttleInSubmit(for: interval), on: scheduler) { count in
          port.reload()
          if count.updateCount == 1 { port.reload() }
        }
      }
    case "better":
      return standard.changing("naive") { _, scheduler, port in
        AttachedStrategy(on: scheduler) { _ in port.reload() }
      }
    // Each submission makes one more allocation.
    case "allocation":
      return standard.map { entry in
        entry.attaching { attach, port in
          var attached = attach(port)
          attached.submit = { [submit = attached.submit] change in
            free(takeMemory(48))
            submit(change)
          }
          return attached
        }
      }
    // In real time, each call of the view takes so many times as long, as in "work=1.1".
    case let work? where work.hasPrefix("work="):
      let factor = Double(work.dropFirst(5)) ?? 1
      return standard.map { $0.attaching { attach, port in attach(SlowPort(port, factor)) } }
    default: return standard
    }
  }

  /// The strategies of a third-party package: names with optional kinds, as in "batch=lossy,other". `lossy` never
  /// delivers, `known` also declares that in its entry, `dead` crashes, `late` allocates and delivers twice.
  static func own(_ list: String) -> [StrategyEntry] {
    list.split(separator: ",").map { item in
      let parts = item.split(separator: "=").map(String.init)
      let kind = parts.count > 1 ? parts[1] : ""
      return .fixture(
        parts[0], origin: "tests", kind,
        breaks: kind == "known" ? [.nothingLost: "it never delivers"] : [:]
      ) { _, scheduler, port in
        AttachedStrategy(.throttle(for: .milliseconds(50)), on: scheduler) { _ in
          if kind == "dead" { preconditionFailure("died on purpose") }
          if kind == "late" { free(takeMemory(64)); port.reload() }
          if !["lossy", "known"].contains(kind) { port.reload() }
        }
      }
    }
  }

  private func changing(
    _ name: String, _ attach: @escaping StrategyEntry.Attaching
  ) -> [StrategyEntry] {
    map { entry in
      guard entry.name == name else { return entry }
      return .fixture(
        name, origin: entry.origin, entry.summary, parameters: entry.parameters, attach: attach)
    }
  }
}

extension StrategyEntry {
  fileprivate func attaching(
    _ body: @escaping @Sendable (Attach, any ViewPort) -> AttachedStrategy
  ) -> StrategyEntry {
    var other = self
    other.attachViews = { values, scheduler in
      let attach = attachViews(values, scheduler)
      return { body(attach, $0) }
    }
    return other
  }
}
