/// What only a real trial can count; nil where it was not, or could not be, measured.
public struct TrialCounters: Sendable {
  /// CPU time of the producers, of main and of everything else, in nanoseconds.
  public var producerCPU, mainCPU, otherCPU: UInt64?
  /// The highest resident memory of the process, in bytes.
  public var peakMemoryBytes: UInt64?
  /// Voluntary context switches of the process.
  public var voluntarySwitches: Int?
  /// Allocations of all threads and their bytes, in size classes; in the allocation pass only.
  public var allocations, allocatedBytes: UInt64?
  /// A producer's CPU time over batches of submissions, in nanoseconds a submission.
  public var submitCosts: [Double] = []

  /// Nothing counted.
  public init() {}
}
