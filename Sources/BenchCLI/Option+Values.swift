import ArgumentParser
import BenchHarness

extension Option where Value == Duration? {
  init(duration help: String, name: NameSpecification = .long, discussion: String = "") {
    self.init(
      name: name, help: ArgumentHelp(help, discussion: discussion, valueName: "duration"),
      transform: Duration.init(parsing:))
  }
}

extension Option where Value == Duration {
  init(wrappedValue: Duration, duration help: String) {
    self.init(
      wrappedValue: wrappedValue, help: ArgumentHelp(help, valueName: "duration"),
      transform: Duration.init(parsing:))
  }
}

extension Option where Value == Share? {
  /// A share, as in 5%.
  init(share help: String, name: NameSpecification = .long, valueName: String = "share") {
    self.init(
      name: name, help: ArgumentHelp(help, valueName: valueName),
      transform: Share.init(parsing:))
  }
}

extension Option where Value == String? {
  init(named help: String) { self.init(help: ArgumentHelp(help, valueName: "name")) }

  init(folder help: String) {
    self.init(help: ArgumentHelp(help, valueName: "dir"), completion: .directory)
  }
}

extension ParsableArguments {
  func require(_ option: String, _ value: Int?, _ range: ClosedRange<Int>) throws {
    guard let value, !range.contains(value) else { return }
    throw ValidationError(
      "\(option) is \(value). Give \(range.lowerBound) to \(range.upperBound).")
  }

  func requireCosts(_ costs: [(option: String, value: Duration?)]) throws {
    for (option, value) in costs {
      guard let value, value > .seconds(60) else { continue }
      throw ValidationError("\(option) is \(value.text). Give at most 60s.")
    }
  }
}
