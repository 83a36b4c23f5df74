import BenchHarness
import Coalesce
import CoalesceStrategies

/// A view whose calls take `factor` times as long.
final class SlowPort: ViewPort {
  private let port: any ViewPort
  private let factor: Double

  init(_ port: any ViewPort, _ factor: Double) {
    self.port = port
    self.factor = factor
  }

  func reload() { slowly { port.reload() } }

  func reload(sections: UpdateFlags) { slowly { port.reload(sections: sections) } }

  func apply(_ change: RowChange) { slowly { port.apply(change) } }

  func apply(_ batch: RowBatch) { slowly { port.apply(batch) } }

  func append(_ changes: [RowChange]) { slowly { port.append(changes) } }

  func apply(_ update: ListUpdate<ListRow>, completed: @escaping @Sendable () -> Void) {
    slowly { port.apply(update, completed: completed) }
  }

  func snapshot() -> [ListRow] { port.snapshot() }
  var isOnScreen: Bool { port.isOnScreen }
  var canAnimate: Bool { port.canAnimate }

  private func slowly(_ work: () -> Void) {
    let start = Clocks.threadCPU
    work()
    burn(nanoseconds: Int(Double(Clocks.threadCPU - start) * (factor - 1)))
  }
}
