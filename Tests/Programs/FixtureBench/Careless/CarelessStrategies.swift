import BenchHarness
import Coalesce

extension [StrategyEntry] {
  /// Strategies for testing `verify`, each with a defect that real systems had: it must find the broken promises that
  /// `breaks` names. Each is correct until the situation arises in which real code shows the defect.
  static let careless = carelessDeliveries + carelessEndings + carelessRows + carelessTimers
}

extension Parameter {
  static let interval = Parameter.duration(
    "interval", .milliseconds(300), "time between the starts of reloads")
}

extension ParameterValues {
  /// The interval in nanoseconds.
  var interval: UInt64 { duration("interval").wholeNanoseconds }
}
