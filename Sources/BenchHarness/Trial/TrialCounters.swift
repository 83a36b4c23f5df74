/// Counters of a real-time trial; each is nil if unknown.
struct TrialCounters: Sendable {
  /// CPU times in nanoseconds.
  var producerCPU, mainCPU, otherCPU: UInt64?
  var peakMemoryBytes: UInt64?
  var voluntarySwitches: Int?
  /// Allocations by all threads, counted only in the allocation pass; bytes are those of the allocator's size classes.
  var allocations, allocatedBytes: UInt64?
  /// The CPU nanoseconds per submission in each batch.
  var submitCosts: [Double] = []
}
