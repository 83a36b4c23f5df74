import BenchHarness
import BenchLibrarySupport
import Coalesce
import CoalesceStrategies

extension [StrategyEntry] {
  /// These apply or store single updates wrongly.
  static let carelessRows: [StrategyEntry] = [
    .fixture(
      "bad-hides-deleted", origin: "a switch over kinds of change, with a default",
      delivery: .rowChange, breaks: [.finalState: "a row that was deleted stays in the view"]
    ) { _, scheduler, port in
      AttachedStrategy(
        Naive(alwaysHops: true, scheduler: scheduler) { change in
          switch change.kind {
          case .insert, .move: port.apply(change)
          // The defect: one kind is forgotten.
          default: port.apply(RowChange(index: change.index, row: change.row, kind: .change))
          }
        })
    },
    // The view ends up right, but code that counts, animates or undoes single changes misses one.
    .fixture(
      "bad-newest-of-row", origin: "pending updates in a dictionary, by row", delivery: .rowChange,
      breaks: [.nothingLost: "a change is never applied if its row changes again"]
    ) { _, scheduler, port in
      AttachedStrategy(
        RowBatches(
          scheduler, port,
          add: { waiting, change in
            if let last = waiting.last, last.row == change.row, last.kind != .insert,
              change.kind == .change
            {
              // The defect.
              waiting.removeLast()
            }
            waiting.append(change)
          }))
    },
    // The view ends up right, but passes through states that the model never had.
    .fixture(
      "bad-sorts-rows", origin: "batches sorted by index path", delivery: .rowChange,
      breaks: [.order: "changes of different rows are applied by row, not in their order"]
    ) { _, scheduler, port in
      AttachedStrategy(
        RowBatches(
          scheduler, port,
          // The defect. Also sorts by index, because Swift's sort need not be stable.
          arrange: { $0.sorted { ($0.row, $0.index) < ($1.row, $1.index) } }))
    },
    .fixture(
      "bad-leak", origin: "records that are never read", delivery: .rowChange,
      breaks: [.boundedMemory: "every update is kept until the strategy is dropped"]
    ) { _, scheduler, port in
      let record = Locked<[RowChange]>([])
      let strategy = Naive<RowChange>(scheduler: scheduler) { port.apply($0) }
      return AttachedStrategy(strategy) { change in
        // The defect.
        record.withLock { $0.append(change) }
        strategy.submit(change)
      }
    },
    .fixture(
      "bad-crash", origin: "a buffer that is large enough",
      breaks: [.survives: "the thirty-second pending update is an index out of range"]
    ) { _, scheduler, port in
      let waiting = Locked((rows: [Int](repeating: 0, count: 31), count: 0))
      let strategy = Reload(.nextPass, on: .scheduler(scheduler)) { _ in
        waiting.withLock { $0.count = 0 }
        port.reload()
      }
      return AttachedStrategy(strategy) { change in
        guard !strategy.isCancelled else { return }
        waiting.withLock { waiting in
          // The defect.
          waiting.rows[waiting.count] = change.row
          waiting.count += 1
        }
        strategy.submit(.one)
      }
    },
  ]
}
