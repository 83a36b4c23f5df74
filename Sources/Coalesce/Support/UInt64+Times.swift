extension UInt64 {
  /// The sum, or the largest number there is, which as a time means never.
  package func adding(orNever other: UInt64) -> UInt64 {
    let (sum, isNever) = addingReportingOverflow(other)
    return isNever ? .max : sum
  }
}
