/// The options of a run, passed to child processes and saved in results. Runs that differ in what a trial does are
/// neither merged nor compared. A new option must be a Swift optional, or older runs become unreadable.
package struct RunOptions: Codable, Equatable, Sendable {
  package var strategies: [String] = []
  package var workloads: [String] = []
  package var trials = 1
  package var seed: UInt64 = 1
  package var costs = CostModel()
  /// A digest of the part of the recording that is replayed.
  package var trace: String?
  /// Virtual time: the cost of waking an idle main thread or queue.
  package var hopNanoseconds: UInt64?
  /// Real time: whether the main thread and producers are pinned to cores.
  package var pin = false
  /// Real time: whether each combination gets another trial that counts allocations.
  package var countsAllocations = false
  package var recordsEvents = false
  /// Real time: the key of the toolkit that shows the views; nil for the built-in one.
  package var view: String?

  package init() {}
}
