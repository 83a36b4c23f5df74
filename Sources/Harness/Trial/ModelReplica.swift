/// The rows of one view's model, as far as its producers have published it; catches up when asked.
///
/// Thread safety: one caller at a time.
final class ModelReplica: @unchecked Sendable {
  // Proof of `@unchecked`: each replica has one owner, which asks from one thread at a time; what
  // it reads of the stage are constants and the published counts, which are atomic.
  private unowned let stage: TrialStage
  private let view: Int
  private(set) var rows: ListRows
  /// Of each producer, how many updates are in `rows`.
  private(set) var counts: [Int]

  init(view: Int, isOrdered: Bool, stage: TrialStage) {
    self.stage = stage
    self.view = view
    rows = ListRows(isOrdered: isOrdered)
    counts = stage.plan.producers.map { _ in 0 }
  }

  /// Takes in what was published since the last time.
  func catchUp() {
    let updates = stage.plan.updates
    for producer in counts.indices {
      let published = stage.modelCount(of: producer).value.load(ordering: .acquiring)
      for position in counts[producer]..<published {
        let index = stage.updatesByProducer[producer][position]
        if Int(updates.view[index]) == view { rows.take(updates.change(index)) }
      }
      counts[producer] = published
    }
  }
}
