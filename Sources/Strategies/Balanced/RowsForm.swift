/// How ``BalancedRows`` wants a list of changes shown.
public enum RowsForm: Sendable, Equatable {
  /// Change by change, in their order.
  case changes
  /// By one reload from the model, which has them all.
  case reload
}
