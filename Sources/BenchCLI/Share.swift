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
