/// How a CSV becomes a workload.
public struct TraceOptions: Codable, Sendable, Equatable {
  /// The column of times; nil takes the first there is of time_s, time_ms, time_us, time_ns.
  public var timeColumn: String?
  /// The unit of the times; nil takes it from the column's name.
  public var timeUnit: TimeUnit?
  /// The column that names the view; nil for a single view.
  public var viewColumn: String?
  /// The column that names the row; nil gives each update a row of its own.
  public var rowColumn: String?
  /// The column of kinds: insert, change or delete; nil takes every update for a change.
  public var kindColumn: String?
  /// How many times faster than recorded.
  public var speed = 1.0
  /// How many updates to take at most; nil for all.
  public var limit: Int?

  /// A single view, each update a change of a row of its own, as fast as recorded.
  public init() {}
}
