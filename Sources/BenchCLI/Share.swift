import ArgumentParser

/// A share of the whole, written as 30% or 0.3.
struct Share: ExpressibleByArgument {
  /// Over 0 and up to 1.
  let value: Double

  init?(argument: String) {
    let isPercent = argument.hasSuffix("%")
    guard let number = Double(isPercent ? String(argument.dropLast()) : argument) else {
      return nil
    }
    let value = isPercent ? number / 100 : number
    guard value > 0, value <= 1 else { return nil }
    self.value = value
  }
}
