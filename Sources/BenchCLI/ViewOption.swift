import ArgumentParser
import BenchHarness

struct ViewOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "How views are shown (default: \(ParserTexts.defaultView)).",
      discussion: ParserTexts.views, valueName: "name",
      visibility: ParserTexts.hasViews ? .default : .hidden))
  var view: String?

  /// The chosen view, by default the first one registered; nil for the headless view.
  func selection(_ bench: Bench) throws -> Selection<ToolkitEntry>? {
    guard let text = view ?? bench.registry.toolkits.first?.name else { return nil }
    let chosen = try Selection.one(text, from: bench.registry.toolkits)
    return chosen.entry.name == ToolkitEntry.headless.name ? nil : chosen
  }
}
