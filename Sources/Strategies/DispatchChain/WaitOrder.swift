/// Which serial queue would wait for which when a chain runs; found without running it.
///
/// A chain in which two queues wait for each other is refused even if no single run of it would
/// hang: two runs at once could.
struct WaitOrder {
  private typealias Mark = SerialQueue.Mark

  private var waits: [SerialQueue.Mark: [SerialQueue.Mark]]

  /// - Parameter waits: what is known already.
  init(_ waits: [SerialQueue.Mark: [SerialQueue.Mark]] = [:]) { self.waits = waits }

  /// Adds the waits of `methods`, each dispatched from where the one before it runs.
  /// - Parameters:
  ///   - methods: the steps' methods, in order.
  ///   - start: the queue that the first is dispatched from; nil where that is none or not known.
  /// - Throws: ``StrategyError/deadlock(queues:)``.
  mutating func add(
    _ methods: some Sequence<DispatchMethod>, from start: SerialQueue.Mark?
  ) throws(StrategyError) {
    var place = start
    for method in methods {
      switch method.kind {
      case .inline: continue
      case .posted(let queue, _): place = queue.flatMap(SerialQueue.mark(of:))
      case .sync(let queue):
        if let place, place != queue.mark { try add(place, queue.mark) }
        place = queue.mark
      }
    }
  }

  private mutating func add(_ waiting: Mark, _ target: Mark) throws(StrategyError) {
    if let path = path(from: target, to: waiting) {
      throw .deadlock(queues: ([waiting] + path).map(\.label))
    }
    if waits[waiting]?.contains(target) != true { waits[waiting, default: []].append(target) }
  }

  private func path(from start: Mark, to end: Mark) -> [Mark]? {
    if start == end { return [end] }
    for next in waits[start] ?? [] {
      if let path = path(from: next, to: end) { return [start] + path }
    }
    return nil
  }
}
