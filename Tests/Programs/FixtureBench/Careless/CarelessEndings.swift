import BenchHarness
import BenchLibrarySupport
import Coalesce
import CoalesceStrategies

extension [StrategyEntry] {
  /// These do not end as they should when they are cancelled or dropped.
  static let carelessEndings: [StrategyEntry] = [
    .fixture(
      "bad-late-cancel", origin: "main.async { subscription = nil }",
      breaks: [.nothingAfterCancel: "a dispatched delivery runs before the cancellation"]
    ) { _, scheduler, port in
      let strategy = AttachedStrategy(on: scheduler) { _ in port.reload() }
      let cancelled = Locked(false)
      let isCancelled = { @Sendable in cancelled.withLock { $0 } }
      var attached = strategy
      attached.submit = { if !isCancelled() { strategy.submit($0) } }
      attached.flush = { if !isCancelled() { strategy.flush() } }
      attached.cancel = {
        cancelled.withLock { $0 = true }
        // The defect.
        scheduler.onMain { strategy.cancel() }
      }
      attached.pendingCount = { isCancelled() ? 0 : strategy.pendingCount() }
      return attached
    },
    .fixture(
      "bad-looks-once", origin: "guard !isCancelled", delivery: .list,
      breaks: [.nothingAfterCancel: "a delivery cancelled during its snapshot still shows it"]
    ) { _, scheduler, port in
      AttachedStrategy(
        OneHop(
          scheduler,
          deliver: {
            let rows = port.snapshot()
            // The defect: there is no second check here.
            port.apply(.reload(rows: rows), completed: {})
          }))
    },
    .fixture(
      "bad-hop-holds-self", origin: "main.async { self.reload() }",
      breaks: [.safeToDrop: "a pending dispatch holds the strategy, and delivers"]
    ) { _, scheduler, port in
      AttachedStrategy(OneHop(scheduler, holdsItself: true, deliver: { port.reload() }))
    },
    .fixture(
      "bad-releases-off-main", origin: "handler = nil in cancel()",
      breaks: [.releasesHandler: "a thread that cancels releases the handler's captured objects"]
    ) { _, scheduler, port in
      let view = Locked<(any ViewPort)?>(port)
      var attached = AttachedStrategy(on: scheduler) { [weak view] _ in
        view?.withLock { $0 }?.reload()
      }
      attached.cancel = { [cancel = attached.cancel] in
        cancel()
        // The defect. Outside the lock, because released objects may call out.
        var released: (any ViewPort)?
        view.withLock { swap(&$0, &released) }
      }
      return attached
    },
  ]
}
