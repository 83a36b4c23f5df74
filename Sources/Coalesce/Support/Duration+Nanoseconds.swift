extension Duration {
  /// The duration in whole nanoseconds: 0 if it is negative, the largest `UInt64` if it is longer than 584 years.
  package var wholeNanoseconds: UInt64 {
    guard self > .zero else { return 0 }
    // `components` traps if the seconds exceed an Int64; `attoseconds` needs macOS 15.
    guard self < .seconds(18_446_744_073) else { return .max }
    let (seconds, attoseconds) = components
    return UInt64(seconds) * 1_000_000_000 + UInt64(attoseconds / 1_000_000_000)
  }
}

extension UInt64 {
  /// The sum or, on overflow, the largest number, which means "never" if the numbers are times.
  @inlinable package func adding(orNever other: UInt64) -> UInt64 {
    let (sum, isNever) = addingReportingOverflow(other)
    return isNever ? .max : sum
  }
}
