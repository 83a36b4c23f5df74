import BenchHarness
import BenchLibrarySupport
import Coalesce
import CoalesceStrategies

extension [StrategyEntry] {
  /// These deliver the wrong thing, in the wrong place, or inside one another.
  static let carelessDeliveries: [StrategyEntry] = [
    .fixture(
      "bad-clear-after-reload", origin: "needs-reload flags",
      breaks: [
        .finalState: "updates submitted during a reload are erased at its end",
        .nothingLost: "updates submitted during a reload are erased at its end",
      ]
    ) { _, scheduler, port in
      AttachedStrategy(
        OneHop(scheduler, deliver: { port.reload() }) { outlet, pending, _ in
          guard pending.count > 0, outlet.enter() else { return }
          outlet.call(.one)
          // The defect: updates submitted during the delivery found others pending, so they dispatched nothing.
          _ = pending.take()
          _ = outlet.leave()
        })
    },
    .fixture(
      "bad-turn-nests", origin: "needs-reload flags",
      breaks: [.neverNested: "if a handler turns the run loop, the next delivery runs inside it"]
    ) { _, scheduler, port in
      AttachedStrategy(
        OneHop(scheduler, deliver: { port.reload() }) { outlet, pending, _ in
          // The defect: there is no check for a running delivery.
          if let update = pending.take() { outlet.call(update) }
        })
    },
    .fixture(
      "bad-drains-for-ever", origin: "while let next = queue.popFirst()",
      breaks: [.noStarvation: "a drain goes on while updates arrive faster than deliveries"]
    ) { _, scheduler, port in
      AttachedStrategy(
        OneHop(scheduler, deliver: { port.reload() }) { outlet, pending, again in
          guard outlet.enter() else { return }
          // The defect.
          while let update = pending.take() { outlet.call(update) }
          if outlet.leave() { again() }
        })
    },
    .fixture(
      "bad-delivers-empty", origin: "take() ?? 1",
      breaks: [.noEmptyDeliveries: "a dispatch after a flush makes an empty delivery"]
    ) { _, scheduler, port in
      AttachedStrategy(
        OneHop(scheduler, deliver: { port.reload() }) { outlet, pending, again in
          // The defect.
          outlet.deliver({ pending.take() ?? .one }, again: again)
        })
    },
    .fixture(
      "bad-drain-nests", origin: "Texture, ASMainSerialQueue", delivery: .rowChange,
      breaks: [
        .neverNested: "submitted on main inside a delivery, an update is delivered inside it",
        .noStarvation: "a drain goes on for as long as updates arrive faster than it delivers them",
      ]
    ) { AttachedStrategy(NestingDrain($1, $2)) },
    .fixture(
      "bad-sync-deadlock", origin: "main.sync from a queue that the main thread waits for",
      delivery: .rowChange, isRealTimeOnly: true,
      breaks: [.terminates: "the main thread and the queue wait for each other"]
    ) { AttachedStrategy(BadSyncDeadlock($1, $2)) },
    .fixture(
      "bad-delivers-where-full", origin: "a queue that any thread empties if it is full",
      breaks: [.neverConcurrent: "a thread that submits one update too many delivers them itself"]
    ) { _, scheduler, port in
      let view = SharedHandler(port, scheduler: scheduler)
      let strategy = Reload(.nextPass, on: .scheduler(scheduler)) { _ in
        _ = view.use { $0.reload() }
      }
      var attached = AttachedStrategy(strategy) { _ in
        strategy.submit(.one)
        // The defect.
        if !scheduler.isMain, strategy.pendingCount == 20 { _ = view.use { $0.reload() } }
      }
      attached.cancel = {
        strategy.cancel()
        view.release()
      }
      return attached
    },
    .fixture(
      "bad-ignores-own", origin: "guard !isReloading",
      breaks: [.reentrancy: "updates that a handler submits are ignored"]
    ) { _, scheduler, port in
      let isUnderWay = Locked(false)
      var attached = AttachedStrategy(on: scheduler) { _ in
        isUnderWay.withLock { $0 = true }
        port.reload()
        isUnderWay.withLock { $0 = false }
      }
      attached.submit = { [submit = attached.submit] change in
        // The defect.
        if !scheduler.isMain || !isUnderWay.withLock({ $0 }) { submit(change) }
      }
      return attached
    },
    .fixture(
      "bad-snapshot-in-submit", origin: "main.async { apply(rows) } in a willSet",
      delivery: .list,
      breaks: [.freshAfterWillSet: "the snapshot lacks a change made after its submission"]
    ) { _, scheduler, port in
      let newest = Locked<[ListRow]>([])
      let view = SharedHandler(port, scheduler: scheduler)
      let strategy = Reload(.nextPass, on: .scheduler(scheduler)) { _ in
        port.apply(.reload(rows: newest.withLock { $0 }), completed: {})
      }
      var attached = AttachedStrategy(strategy) { _ in
        // The defect: the delivery should read the model. Under the lock, so that a snapshot never replaces a newer one.
        newest.withLock { $0 = view.use { $0.snapshot() } ?? [] }
        strategy.submit(.one)
      }
      attached.cancel = {
        strategy.cancel()
        view.release()
      }
      return attached
    },
  ]
}

/// A buffer that each submission on the main thread drains immediately. The stack grows with every level.
private final class NestingDrain: UpdateStrategy {
  private let scheduler: any UpdateScheduler
  private let outlet: Outlet<RowChange>
  private let buffer = UpdateBuffer<RowChange>()

  init(_ scheduler: any UpdateScheduler, _ port: any ViewPort) {
    self.scheduler = scheduler
    outlet = Outlet(scheduler) { port.apply($0) }
  }

  func submit(_ update: RowChange) {
    guard !outlet.isCancelled else { return }
    buffer.append(update)
    // The defect: the main thread may be in the middle of a drain.
    if scheduler.isMain { return flush() }
    scheduler.onMain { [weak self] in self?.flush() }
  }

  /// The outlet drops updates that were submitted while cancel() ran.
  func flush() {
    while let update = buffer.popFirst() { outlet.call(update) }
  }

  func cancel() {
    outlet.cancel()
    buffer.removeAll()
  }

  var pendingCount: Int { buffer.count }
}
