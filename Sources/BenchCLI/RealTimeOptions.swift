import ArgumentParser
import BenchHarness

/// What a child process may take.
struct LimitOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Memory that a child process may take, as in 512MiB or 4GiB.", valueName: "size"))
  var memoryLimit = MemorySize(bytes: 4 << 30)

  @Option(
    duration: "End a child process (a trial, a part of a verification or gate) after this time.",
    discussion: "Without it, after longer than any correct strategy needs.")
  var deadline: Duration?

  func validate() throws {
    guard deadline != .zero else {
      throw ValidationError(
        "--deadline must be longer than 0. A child process has to end in this time.")
    }
  }
}

/// What shows the views of a trial in real time.
struct ViewOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "What shows the views (default: \(ParserTexts.defaultView)).",
      discussion: ParserTexts.views, valueName: "name"))
  var view: String?

  /// What was chosen; nil for the bench's own.
  /// - Throws: ``BenchError`` for an unknown name or a bad parameter.
  func selection(_ bench: Bench) throws -> Selection<ToolkitEntry>? {
    guard let text = view ?? bench.registry.toolkits.first?.name else { return nil }
    let chosen = try Selection.one(text, from: bench.registry.toolkits)
    return chosen.entry.name == ToolkitEntry.headless.name ? nil : chosen
  }
}
