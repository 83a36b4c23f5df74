/// The options of a run, passed to child processes and saved in results. Runs that differ in what a trial does are
/// neither merged nor compared. A new option must be a Swift optional, or older runs become unreadable.
package struct RunOptions: Codable, Equatable, Sendable {
  package var strategies: [String] = []
  package var workloads: [String] = []
  package var trials = 1
  package var seed: UInt64 = 1
  package var costs = CostModel()
  /// A digest of the replayed part of the recording; nil without a recording.
  package var trace: String?
  /// In virtual time, the cost of waking an idle main thread or queue.
  package var hopNanoseconds: UInt64?
  /// In real time, whether the main thread and producers are pinned to cores.
  package var pin = false
  /// In real time, whether each combination gets another trial that counts allocations.
  package var countsAllocations = false
  package var recordsEvents = false
  /// In real time, the key of the toolkit that shows the views; nil for the built-in toolkit.
  package var view: String?

  package init() {}
}
