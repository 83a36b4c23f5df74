import ArgumentParser

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
