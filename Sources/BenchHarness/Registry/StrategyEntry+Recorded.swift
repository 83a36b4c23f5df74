extension StrategyEntry {
  /// Stands for a pace that was recorded but that no entry can reproduce. It is in no registry, and cannot be attached.
  package static let recorded = StrategyEntry(
    name: "recorded", origin: "a recording", summary: "delivers as it was recorded",
    delivery: .reload
  ) { _, _, _ in preconditionFailure("A recorded pace cannot be attached.") }
}
