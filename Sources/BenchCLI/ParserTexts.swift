import ArgumentParser
import BenchHarness

/// Texts that depend on the ``Bench``, which is task-local because the parser reads them before it creates a command.
/// `bench` is bound only during parsing and error messages, because each task of a trial would copy the binding.
enum ParserTexts {
  @TaskLocal static var bench: Bench?

  private static var toolkits: [ToolkitEntry] { bench?.registry.toolkits ?? [] }

  static var hasMutants: Bool { bench?.registry.mutants.isEmpty == false }

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
    .custom { _, _, _ in ParserTexts.bench.map { Listing($0.registry).words } ?? [] }
  }

  /// Completes the last item of a comma-separated list.
  private static func names(_ all: @escaping @Sendable (Registry) -> [String]) -> CompletionKind {
    .custom { _, _, begun in
      let before = begun.lastIndex(of: ",").map { String(begun[...$0]) } ?? ""
      return ParserTexts.bench.map { all($0.registry) }?.map { before + $0 } ?? []
    }
  }
}
