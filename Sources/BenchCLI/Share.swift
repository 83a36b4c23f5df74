import ArgumentParser
import BenchHarness

/// Over 0 and up to 1, written as 30% or 0.3.
struct Share: ExpressibleByArgument {
  let value: Double

  init?(argument: String) {
    guard let value = Double(share: argument), value > 0, value <= 1 else { return nil }
    self.value = value
  }

  /// Says what to write instead.
  init(parsing text: String) throws {
    guard let share = Share(argument: text) else {
      let isNumber = Double(text).map { $0 > 1 && $0 <= 100 } ?? false
      throw ValidationError(
        "'\(text)' is no share. Write \(isNumber ? "\(text)%" : "a percentage, as in 30%").")
    }
    self = share
  }
}
