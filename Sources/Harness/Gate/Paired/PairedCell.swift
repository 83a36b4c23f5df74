/// A strategy on a workload, as the paired half runs it: both in the syntax of the command line.
public struct PairedCell: Codable, Sendable, Hashable {
  /// The strategy with its parameters, as in "throttle:interval=20ms".
  public var strategy: String
  /// The workload with its parameters, as in "steady:duration=100ms".
  public var workload: String

  /// Makes a cell.
  public init(strategy: String, workload: String) {
    self.strategy = strategy
    self.workload = workload
  }

  /// For people: "naive on uart".
  public var text: String { "\(strategy) on \(workload)" }
}
