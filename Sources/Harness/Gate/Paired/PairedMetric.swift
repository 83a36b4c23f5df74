import Foundation

/// A figure that the paired half judges, and how much it may grow worse.
public struct PairedMetric: Codable, Sendable, Equatable {
  /// The key in the registry of metrics; which direction is better comes from there.
  public var name: String
  /// The relative change that is allowed in a steady cell: 0.05 is 5 %.
  public var tolerance: Double
  /// The relative change that is allowed in every other cell.
  public var noisyTolerance: Double

  /// Makes a metric; the default is what strategies cannot hide behind fewer deliveries.
  public init(
    name: String = "cpu_main_per_delivery_us", tolerance: Double = 0.05,
    noisyTolerance: Double = 0.20
  ) {
    self.name = name
    self.tolerance = tolerance
    self.noisyTolerance = noisyTolerance
  }

  /// The metric of the registry; nil where there is none of that name.
  var registered: Metric? { [Metric].standard.first { $0.name == name } }
}
