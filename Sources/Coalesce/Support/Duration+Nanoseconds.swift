extension Duration {
  /// The duration in whole nanoseconds, from 0 to the largest number there is.
  public var wholeNanoseconds: UInt64 {
    // Not `components`, which traps where the seconds are more than an Int64 holds.
    UInt64(clamping: attoseconds / 1_000_000_000)
  }
}
