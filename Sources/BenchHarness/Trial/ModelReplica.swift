import Coalesce

/// The rows of one view's model, with all updates that producers had published by the last ``catchUp()``.
///
/// Thread safety: one caller at a time.
final class ModelReplica: @unchecked Sendable {
  // `@unchecked` is safe: one caller uses a replica at a time, and the replica reads only constants and atomic counts.
  private unowned let stage: TrialStage
  private let view: Int
  private(set) var rows: ListRows
  /// How many of each producer's updates have been read from the model.
  private(set) var counts: [Int]

  init(view: Int, isOrdered: Bool, stage: TrialStage) {
    self.stage = stage
    self.view = view
    rows = ListRows(isOrdered: isOrdered)
    counts = stage.plan.producers.map { _ in 0 }
  }

  func catchUp() {
    let updates = stage.plan.updates
    for producer in counts.indices {
      let published = stage.model[producer].value.load(ordering: .acquiring)
      for position in counts[producer]..<published {
        let index = Int(stage.updatesByProducer[producer][position])
        if Int(updates.view[index]) == view { rows.take(updates.change(index)) }
      }
      counts[producer] = published
    }
  }
}
