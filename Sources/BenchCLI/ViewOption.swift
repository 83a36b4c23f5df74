import ArgumentParser
import Harness

/// What shows the views of a trial in real time.
struct ViewOption: ParsableArguments {
  /// The bench's own views.
  static let headless = "headless"

  @Option(
    name: .long,
    help: ArgumentHelp(
      "What shows the views (default: \(Registered.toolkits.first?.name ?? headless)).",
      discussion: Self.choices, valueName: "name"))
  var view: String?

  private static var choices: String {
    "\(headless): the bench's own, by a cost model, which nobody sees. "
      + Registered.toolkits.map { toolkit in
        "\(toolkit.name): \(toolkit.summary); "
          + toolkit.parameters.map {
            "--\($0.name) (default: \($0.text(of: $0.defaultValue))): \($0.summary)"
          }.joined(separator: "; ")
      }.joined(separator: ". ")
  }

  /// What was chosen; nil for the bench's own.
  /// - Throws: ``HarnessError`` for an unknown name or a bad parameter.
  func selection() throws -> Selection<ToolkitEntry>? {
    guard let text = view ?? Registered.toolkits.first?.name, text != Self.headless else {
      return nil
    }
    let own = ToolkitEntry(name: Self.headless, summary: "") { _ in
      preconditionFailure("The bench's own is no choice of the registry.")
    }
    let chosen = try ChildMain.only(Selection.parse(text, from: Registered.toolkits + [own]))
    return chosen.entry.name == Self.headless ? nil : chosen
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
