import BenchHarness
import Coalesce
import CoalesceStrategies
import Foundation

/// A deliberate regression of all strategies, to test whether the gate finds it.
enum Slowdown {
  /// In real time, each call of the view takes `factor` times as long.
  case work(factor: Double)
  /// Each submission makes one more allocation.
  case allocation

  /// Reads "work=1.1" or "allocation"; nil for anything else.
  init?(_ text: String) {
    let parts = text.split(separator: "=").map(String.init)
    switch (parts.first, parts.dropFirst().first.flatMap(Double.init)) {
    case ("work", let factor?): self = .work(factor: factor)
    case ("allocation", nil): self = .allocation
    default: return nil
    }
  }

  func strategy(_ entry: StrategyEntry) -> StrategyEntry {
    var worse = entry
    worse.attachViews = { values, scheduler in
      let attach = entry.attachViews(values, scheduler)
      return { port in
        switch self {
        case .work(let factor): attach(SlowPort(port, factor))
        case .allocation: attach(port).allocating
        }
      }
    }
    return worse
  }
}

extension AttachedStrategy {
  fileprivate var allocating: AttachedStrategy {
    var other = self
    other.submit = { change in
      free(takeMemory(48))
      submit(change)
    }
    return other
  }
}

/// A view whose calls take `factor` times as long.
private final class SlowPort: ViewPort {
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
