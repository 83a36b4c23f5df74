import ArgumentParser
import BenchHarness

/// What shows the views of a trial in real time.
struct ViewOption: ParsableArguments {
  @Option(
    name: .long,
    help: ArgumentHelp(
      "What shows the views (default: \(Registered.toolkits.first?.name ?? "none")).",
      discussion: Registered.toolkits.map(Self.help).joined(separator: " "), valueName: "name"))
  var view: String?

  private static func help(_ toolkit: ToolkitEntry) -> String {
    let parameters = toolkit.parameters.map {
      " Parameter \($0.name) (default: \($0.words(of: $0.defaultValue))): \($0.summary)."
    }
    return "\(toolkit.name): \(toolkit.summary)." + parameters.joined()
  }

  /// What was chosen; nil for the bench's own.
  /// - Throws: ``BenchError`` for an unknown name or a bad parameter.
  func selection() throws -> Selection<ToolkitEntry>? {
    guard let text = view ?? Registered.toolkits.first?.name else { return nil }
    let chosen = try Selection.one(text, from: Registered.toolkits)
    return chosen.entry.name == ToolkitEntry.headless.name ? nil : chosen
  }
}
