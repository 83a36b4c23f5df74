import ArgumentParser
import BenchHarness

extension ArgumentHelp {
  /// Help for a value that is called `name`.
  static func value(_ name: String, _ help: String) -> ArgumentHelp {
    ArgumentHelp(help, valueName: name)
  }

  static func hidden(_ name: String, _ help: String) -> ArgumentHelp {
    ArgumentHelp(help, valueName: name, visibility: .hidden)
  }

  static func hidden(_ help: String) -> ArgumentHelp { ArgumentHelp(help, visibility: .hidden) }
}

extension Option where Value == Duration? {
  init(duration help: String, discussion: String = "") {
    self.init(
      help: ArgumentHelp(help, discussion: discussion, valueName: "duration"),
      transform: { try Duration(parsing: $0) })
  }

  init(cost help: String, visibility: ArgumentVisibility = .default) {
    self.init(
      help: ArgumentHelp(help, valueName: "duration", visibility: visibility),
      transform: Duration.cost)
  }
}

extension Duration {
  static func cost(_ text: String) throws -> Duration {
    let cost = try Duration(parsing: text)
    if cost > .seconds(60) { throw ValidationError("It must be at most 60s.") }
    return cost
  }
}

extension Option where Value == Double? {
  /// A share greater than 0 and at most 1, written as 30% or 0.3.
  init(
    share help: String, name: NameSpecification = .long, visibility: ArgumentVisibility = .default
  ) {
    self.init(
      name: name, help: ArgumentHelp(help, valueName: "share", visibility: visibility),
      transform: { text in
        if let share = Double(share: text), share > 0, share <= 1 { return share }
        let isNumber = Double(text).map { $0 > 1 && $0 <= 100 } ?? false
        throw ValidationError(
          "'\(text)' is not a share. Write \(isNumber ? "\(text)%" : "a percentage, as in 30%").")
      })
  }
}

extension Option where Value == String? {
  init(named help: String) { self.init(help: .value("name", help)) }

  init(list help: String, discussion: String = "", completion: CompletionKind) {
    self.init(
      help: ArgumentHelp(help, discussion: discussion, valueName: "list"), completion: completion)
  }

  init(folder help: String, visibility: ArgumentVisibility = .default) {
    self.init(
      help: ArgumentHelp(help, valueName: "dir", visibility: visibility), completion: .directory)
  }
}

extension ParsableArguments {
  func require(_ option: String, _ value: Int?, _ range: ClosedRange<Int>) throws {
    guard let value, !range.contains(value) else { return }
    throw ValidationError("\(option) is \(value); give \(range.lowerBound) to \(range.upperBound).")
  }
}
