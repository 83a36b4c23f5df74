import ArgumentParser
import BenchHarness

/// A share of the whole, written as 30% or 0.3.
struct Share: ExpressibleByArgument {
  /// Over 0 and up to 1.
  let value: Double

  init?(argument: String) {
    guard let value = Double(share: argument), value > 0, value <= 1 else { return nil }
    self.value = value
  }
}

/// An amount of memory, written as 512MiB or 4GiB.
struct MemorySize: ExpressibleByArgument {
  let bytes: UInt64

  init(bytes: UInt64) { self.bytes = bytes }

  init?(argument: String) {
    for (unit, size) in [("MiB", 1 << 20 as UInt64), ("GiB", 1 << 30 as UInt64)]
    where argument.hasSuffix(unit) {
      guard let number = UInt64(argument.dropLast(unit.count)), (1...1_000_000).contains(number)
      else { return nil }
      bytes = number * size
      return
    }
    return nil
  }

  var defaultValueDescription: String { "\(bytes >> 20)MiB" }
}

/// A factor, written as 10 or 10x.
struct Speed: ExpressibleByArgument {
  let factor: Double

  init(factor: Double) { self.factor = factor }

  init?(argument: String) {
    let digits = argument.hasSuffix("x") ? String(argument.dropLast()) : argument
    guard let factor = Double(digits), factor.isFinite, factor > 0 else { return nil }
    self.factor = factor
  }

  var defaultValueDescription: String { "\(factor)x" }
}

extension Shard: ExpressibleByArgument {
  package init?(argument: String) {
    let numbers = argument.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard numbers.count == 2, let number = numbers[0], let count = numbers[1] else { return nil }
    self.init(number, of: count)
  }
}

extension TimeUnit: ExpressibleByArgument {}
extension StreamRecording.Part: ExpressibleByArgument {}

extension Option where Value == Duration? {
  /// A duration that need not be given, as in 20ms.
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

extension Option where Value == String? {
  /// A name that need not be given.
  init(named help: String) { self.init(help: ArgumentHelp(help, valueName: "name")) }

  /// A folder that need not be given.
  init(folder help: String) {
    self.init(help: ArgumentHelp(help, valueName: "dir"), completion: .directory)
  }
}

extension ParsableArguments {
  /// Refuses a number that was given with `option` and is out of range.
  func require(_ option: String, _ value: Int?, _ range: ClosedRange<Int>) throws {
    guard let value, !range.contains(value) else { return }
    throw ValidationError(
      "\(option) is \(value). Give \(range.lowerBound) to \(range.upperBound).")
  }

  /// Refuses costs of more than a minute.
  func requireCosts(_ costs: [(option: String, value: Duration?)]) throws {
    for (option, value) in costs {
      guard let value, value > .seconds(60) else { continue }
      throw ValidationError("\(option) is \(value.text). Give at most 60s.")
    }
  }
}
