import ArgumentParser
import BenchHarness
import Coalesce

/// Texts that depend on the registry, which is global because the parser reads them before it creates a command.
///
/// Thread safety: may be used from any thread.
enum ParserTexts {
  private static let known = Locked(Registry([], []))

  static var registry: Registry {
    get { known.withLock { $0 } }
    set { known.withLock { $0 = newValue } }
  }

  static var hasViews: Bool { registry.toolkits.count > 1 }
}

extension CompletionKind {
  static var strategies: CompletionKind { names { $0.strategies.map(\.name) } }

  static var workloads: CompletionKind { names { $0.workloads.map(\.name) } }

  static var metrics: CompletionKind { names { _ in [Metric].standard.map(\.name) } }

  static var listed: CompletionKind {
    .custom { _, _, _ in Listing(ParserTexts.registry).words }
  }

  /// Completes the last item of a comma-separated list.
  private static func names(_ all: @escaping @Sendable (Registry) -> [String]) -> CompletionKind {
    .custom { _, _, begun in
      let before = begun.lastIndex(of: ",").map { String(begun[...$0]) } ?? ""
      return all(ParserTexts.registry).map { before + $0 }
    }
  }
}
