/// The way from a strategy's handler to whatever stands for its view.
///
/// Thread safety: the handlers of strategies are called on main only (the contract), and so are
/// these.
public final class ViewPort: Sendable {
  private let onReload: @Sendable () -> Void
  private let onApply: @Sendable (RowChange) -> Void

  /// Makes a port from what is to happen on main.
  /// - Parameters:
  ///   - onReload: reloads the view: it will show the model as it is at the layout commit.
  ///   - onApply: applies one change to the view.
  public init(
    onReload: @escaping @Sendable () -> Void, onApply: @escaping @Sendable (RowChange) -> Void
  ) {
    self.onReload = onReload
    self.onApply = onApply
  }

  /// Reloads the view: it will show the model as it is at the layout commit. On main only.
  public func reload() { onReload() }

  /// Applies one change to the view. On main only.
  public func apply(_ change: RowChange) { onApply(change) }
}
