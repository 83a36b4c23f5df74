import ArgumentParser
import BenchHarness

/// What help and shell completion say of the program at hand. The parser asks types for these, before there
/// is a command that could be handed a ``Bench``; so they are bound while arguments are parsed and messages
/// are made, and at no other time: tasks that a trial starts would copy them, and be measured doing so.
enum ParserTexts {
  @TaskLocal static var bench: Bench?

  private static var toolkits: [ToolkitEntry] { bench?.registry.toolkits ?? [] }

  static var hasMutants: Bool { bench?.registry.mutants.isEmpty == false }

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
  static var strategies: CompletionKind { names { $0.strategies.flatMap(\.names) } }

  static var workloads: CompletionKind { names { $0.workloads.map(\.name) } }

  static var metrics: CompletionKind { names { _ in [Metric].standard.map(\.name) } }

  /// Everything that `bench list` lists, a word each.
  static var listed: CompletionKind {
    .custom { _, _, _ in ParserTexts.bench.map { Listing($0.registry).words } ?? [] }
  }

  /// Some of `all`, separated by commas; the last is being written.
  private static func names(_ all: @escaping @Sendable (Registry) -> [String]) -> CompletionKind {
    .custom { _, _, begun in
      let before = begun.lastIndex(of: ",").map { String(begun[...$0]) } ?? ""
      return ParserTexts.bench.map { all($0.registry) }?.map { before + $0 } ?? []
    }
  }
}
