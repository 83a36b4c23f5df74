import ArgumentParser
import BenchHarness
import BenchReport

struct LimitOptions: ParsableArguments {
  @Option(
    help: .value("size", "Memory that a child process may use, as in 512MiB or 4GiB."))
  var memoryLimit = MemorySize(bytes: 4 << 30)

  @Option(
    duration: "Kill a child process (a trial, or part of a verification or gate) after this time.",
    discussion: "The default is longer than any correct strategy needs.")
  var deadline: Duration?

  func apply(to settings: inout RunSettings) {
    settings.memoryLimitBytes = memoryLimit.bytes
    settings.deadline = deadline
  }

  func validate() throws {
    guard deadline != .zero else {
      throw ValidationError(
        "--deadline must be more than 0: a child process that takes longer is killed.")
    }
  }
}

struct MemorySize: ExpressibleByArgument {
  let bytes: UInt64

  init(bytes: UInt64) { self.bytes = bytes }

  init?(argument: String) {
    let units: [String: UInt64] = ["MiB": 1 << 20, "GiB": 1 << 30]
    guard let unit = units[String(argument.suffix(3))],
      let number = UInt64(argument.dropLast(3)), (1...1_000_000).contains(number)
    else { return nil }
    bytes = number * unit
  }

  var defaultValueDescription: String { "\(bytes >> 20)MiB" }
}
