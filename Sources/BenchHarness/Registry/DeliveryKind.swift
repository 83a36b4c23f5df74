/// The effect of a strategy's deliveries on the view.
public enum DeliveryKind: Sendable {
  /// Redraw the view from the current model.
  case reload
  /// Change one row.
  case rowChange
  /// Update each changed row once, or reload the view.
  case rows
  /// Redraw some of the view's sections from the current model.
  case sections
  /// Apply a batch update, or reload, from data that the strategy holds.
  case list
  /// Do nothing: no update is expected to be shown.
  case none
}

/// Strategies that are compared with each other: each group has its own best possible schedule and ranking.
package enum DeliveryGroup: String, CaseIterable, Codable, Sendable {
  case reloads
  case rowChanges = "row changes"
}

extension DeliveryKind {
  /// The group in which a strategy of this kind is compared; nil if nothing is delivered.
  package var group: DeliveryGroup? {
    switch self {
    case .reload, .sections: .reloads
    case .rowChange, .rows, .list: .rowChanges
    case .none: nil
    }
  }
}
