import Coalesce
import Dispatch
import CoalesceStrategies
import BenchLibrarySupport
import Testing

/// Real threads and queues, also run under the Thread Sanitizer.
@Suite(.serialized) struct ChangeSetsThreadTests {
  private let main = RealMain()

  /// When and where the view calls `completed`.
  enum Completed: CaseIterable { case atOnce, onMain, elsewhere, never }

  /// A view that applies each delivery. It is used on the main thread only and without a lock, so that the Thread
  /// Sanitizer reports concurrent deliveries and deliveries off the main thread.
  private final class View: @unchecked Sendable {
    // Not proven safe: the sanitizer would report a violation.
    var rows: [ListRow] = []
    var isBusy = false
    var faults: [String] = []

    func take(_ update: ListUpdate<ListRow>) {
      switch update {
      case .batch(let changes, let newRows):
        if isBusy { faults.append("two in flight") }
        do {
          rows = try changes.applied(to: rows, dataSource: newRows)
          if rows != newRows { faults.append("wrong rows") }
        } catch { faults.append("\(error)") }
      case .reload(let newRows): rows = newRows
      }
      isBusy = true
    }
  }

  private func change(_ rows: inout [ListRow], _ number: Int) {
    let id = number * 7 % 60
    rows.removeAll { $0.id == id }
    if number % 5 > 0 { rows.insert(ListRow(id: id, value: number), at: number % (rows.count + 1)) }
  }

  @Test(arguments: Completed.allCases, [1, 100])
  func viewEndsUpShowingTheRowsOfFourProducers(_ completed: Completed, _ limit: Int) {
    let model = Locked<[ListRow]>([])
    let view = View()
    let queue = main.queue
    let animations = DispatchQueue(label: "animations", attributes: .concurrent)
    let strategy = ChangeSets<ListRow>(
      limit: limit, scheduler: main.scheduler, snapshot: { model.withLock { $0 } },
      deliver: { update, done in
        view.take(update)
        let end: @Sendable () -> Void = {
          view.isBusy = false
          done()
        }
        switch completed {
        case .atOnce: end()
        case .onMain: queue.async(execute: end)
        case .elsewhere:
          view.isBusy = false
          animations.async { done() }
        case .never: view.isBusy = false
        }
      })
    let completions = Locked(0)
    let finished = DispatchSemaphore(value: 0)
    produce(threads: 4, each: 2_500) { producer, index in
      model.withLock { change(&$0, producer * 2_500 + index) }
      strategy.submit(.one) {
        let count = completions.withLock { count in
          count += 1
          return count
        }
        if count == 10_000 { finished.signal() }
      }
      if index % 500 == 0 { queue.async { strategy.flush() } }
    }
    #expect(finished.arrives())
    queue.sync {
      #expect(view.rows == model.withLock { $0 })
      #expect(view.faults == [])
    }
    #expect(strategy.pendingCount == 0)
  }

  @Test func dropAndCancelAreSafeAtAnyMoment() {
    let scheduler = main.scheduler
    produce(threads: 4, each: 300) { producer, index in
      let strategy = ChangeSets<ListRow>(
        scheduler: scheduler, snapshot: { [ListRow(id: index)] },
        deliver: { _, completed in DispatchQueue.global().async { completed() } })
      for _ in 0..<3 { strategy.submit(.one) {} }
      if index % 3 == producer % 3 { strategy.cancel() }
    }
    main.settle()
  }

  @Test
  @MainActor func deliveriesRunOnTheMainActor() async {
    let (rows, continuation) = AsyncStream.makeStream(of: [ListRow].self)
    let strategy = ChangeSets(
      isOnScreen: { true }, snapshot: { [ListRow(id: 1)] },
      deliver: { update, completed in
        MainActor.assertIsolated()
        continuation.yield(update.rows)
        completed()
      })
    strategy.setNeedsUpdate()
    var iterator = rows.makeAsyncIterator()
    #expect(await iterator.next() == [ListRow(id: 1)])
  }
}
