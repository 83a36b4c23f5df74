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

  private static var toolkits: [ToolkitEntry] { registry.toolkits }

  static var hasViews: Bool { toolkits.count > 1 }

  static var defaultView: String { toolkits.first?.name ?? "none" }

  static var views: String {
    toolkits.map { toolkit in
      let parameters = toolkit.parameters.map {
        " Parameter \($0.name) (default: \($0.words(of: $0.defaultValue))): \($0.summary)."
      }
      return "\(toolkit.name): \(toolkit.summary)." + parameters.joined()
    }.joined(separator: " ")
  }
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
