/// The way from a strategy's handler to its view: runs what the strategy delivers, and logs it.
///
/// Thread safety: on main only, whatever plays main; one delivery at a time.
public final class ViewPort: @unchecked Sendable {
  // Proof of `@unchecked`: a handler is a Sendable closure and captures its port, but handlers are
  // called on main only (the contract), and so is everything here.
  let number: Int
  let view: any ListView
  unowned let stage: TrialStage
  var isReloaded = false
  /// Of each producer, how many updates the view has taken in by reloads.
  var taken: [Int]

  init(number: Int, view: any ListView, stage: TrialStage, producerCount: Int) {
    self.number = number
    self.view = view
    self.stage = stage
    taken = Array(repeating: 0, count: producerCount)
  }

  /// Reloads the view: it will show the model as it is at the layout commit. On main only.
  public func reload() {
    deliver(applied: nil) {
      isReloaded = true
      view.reload()
    }
  }

  /// Applies one change to the view. On main only.
  public func apply(_ change: RowChange) {
    deliver(applied: change.index) { view.apply(change) }
  }

  private func deliver(applied: Int?, _ work: () -> Void) {
    let start = stage.beginWork()
    work()
    stage.deliveries.append(
      TrialLog.Delivery(
        view: number, start: start, end: stage.now(), turn: stage.turns.count, applied: applied))
  }
}
