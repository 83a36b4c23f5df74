extension Property {
  /// A million updates; resident memory after the first tenth and at the end.
  static let boundedMemory = Property(
    .boundedMemory, "mem", "Memory does not grow with the number of updates that were delivered.",
    .memory)
}
