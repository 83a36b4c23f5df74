extension StrategyEntry {
  /// Stands for a recorded pace that no entry can reproduce. It is not in a registry, and cannot be attached.
  package static let recorded = StrategyEntry(
    name: "recorded", origin: "a recording", summary: "delivers when the recorded app did",
    delivery: .reload
  ) { _, _, _ in preconditionFailure("A recorded pace cannot be attached.") }
}
