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
    let options = toolkit.parameters.map {
      " --\($0.name) (default: \($0.words(of: $0.defaultValue))): \($0.summary)."
    }
    return "\(toolkit.name): \(toolkit.summary)." + options.joined()
  }

  /// What was chosen; nil for the bench's own.
  /// - Throws: ``BenchError`` for an unknown name or a bad parameter.
  func selection() throws -> Selection<ToolkitEntry>? {
    guard let text = view ?? Registered.toolkits.first?.name else { return nil }
    let chosen = try ChildMain.only(Selection.parse(text, from: Registered.toolkits))
    return chosen.entry.name == ToolkitEntry.headless.name ? nil : chosen
  }

  /// Turns `--rows 100` into `--view gtk:rows=100`: the parser knows no parameters of toolkits.
  static func specified(_ arguments: [String]) -> [String] {
    guard let first = Registered.toolkits.first else { return arguments }
    let names = Set(Registered.toolkits.flatMap { $0.parameters.map(\.name) })
    var (specification, rest) = SweepArguments.take(arguments[...], where: names.contains)
    guard !specification.isEmpty else { return arguments }
    var name = first.name
    if let position = rest.firstIndex(of: "--view"), position + 1 < rest.count {
      name = rest[position + 1]
      rest.removeSubrange(position...position + 1)
    } else if let position = rest.firstIndex(where: { $0.hasPrefix("--view=") }) {
      name = String(rest.remove(at: position).dropFirst("--view=".count))
    }
    return rest + ["--view", name + specification]
  }
}
