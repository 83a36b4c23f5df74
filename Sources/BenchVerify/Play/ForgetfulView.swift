import BenchHarness
import Coalesce

/// A view that shows nothing and keeps nothing.
final class ForgetfulView: ViewPort {
  func reload() {}
  func apply(_ change: RowChange) {}
}
