import ArgumentParser
import BenchHarness

/// Whether a timeline can be drawn of what was run.
struct EventsOption: ParsableArguments {
  @Flag(help: "Write what happened in one trial of each cell to events.csv, for a timeline.")
  var events = false
}

/// What virtual time takes for waking somebody up.
struct HopOption: ParsableArguments {
  @Option(
    name: .customLong("hop"),
    help: ArgumentHelp(
      "What waking an idle main or queue costs in virtual time (default: 50us).",
      valueName: "duration"), transform: Duration.init(parsing:))
  var given: Duration?

  var hop: Duration { given ?? .microseconds(50) }
  var isGiven: Bool { given != nil }

  func validate() throws {
    guard hop <= .seconds(60) else {
      throw ValidationError("--hop is \(hop.text). Give at most 60s.")
    }
  }
}

/// What a child process may take.
struct LimitOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Memory that a child process may take, as in 512MiB or 4GiB.", valueName: "size"))
  var memoryLimit = MemorySize(bytes: 4 << 30)

  @Option(
    help: ArgumentHelp(
      "End a child process (a trial, a part of a verification or gate) after this time.",
      discussion: "Without it, after longer than any correct strategy needs.", valueName: "duration"
    ), transform: Duration.init(parsing:))
  var deadline: Duration?

  func validate() throws {
    guard deadline != .zero else {
      throw ValidationError(
        "--deadline must be longer than 0. A child process has to end in this time.")
    }
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

/// A share of the whole, written as 30% or 0.3.
struct Share: ExpressibleByArgument {
  /// Over 0 and up to 1.
  let value: Double

  init?(argument: String) {
    guard let value = Double(share: argument), value > 0, value <= 1 else { return nil }
    self.value = value
  }
}

/// Refuses a number that was given with `option` and is out of range.
func require(_ option: String, _ value: Int?, _ range: ClosedRange<Int>) throws {
  guard let value, !range.contains(value) else { return }
  throw ValidationError(
    "\(option) is \(value). Give \(range.lowerBound) to \(range.upperBound).")
}
