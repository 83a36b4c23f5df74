/// What decides the figures of a run. Every child process is given it, and every result carries it. So
/// an option that is added here is recorded, and a run with another value is not resumed, merged or
/// compared, without further code. Make it optional, or give it a default when decoding, or older runs
/// cannot be read.
package struct RunOptions: Codable, Equatable, Sendable {
  package var strategies: [String] = []
  package var workloads: [String] = []
  package var trials = 1
  package var seed: UInt64 = 1
  package var costs = CostModel()
  /// What is replayed of the trace, as a digest; nil without one.
  package var trace: String?
  /// Virtual time: what waking an idle main thread or queue costs; nil in real time.
  package var hopNanoseconds: UInt64?
  /// Real time: whether the main thread and producers stay on cores of their own.
  package var pin = false
  /// Real time: whether each cell gets one more trial that counts allocations.
  package var countsAllocations = false
  /// Whether what happens in one trial of each cell is recorded.
  package var recordsEvents = false
  /// The stretch of the workloads that is run; nil for the whole.
  package var window: TrialWindow?
  /// Real time: the key of the toolkit that shows the views; nil for the bench's own, which shows nothing.
  package var view: String?

  package init() {}
}
