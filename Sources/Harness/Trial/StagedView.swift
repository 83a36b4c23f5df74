import CPlatform

/// One view of a trial: runs what its strategy delivers, and logs it.
///
/// Thread safety: on main only, whatever plays main; one delivery at a time.
final class StagedView: @unchecked Sendable {
  // Proof of `@unchecked`: its port's closures are Sendable and capture it, but they are called on
  // main only (the contract), and so is everything here.
  let number: Int
  let view: any ListView
  private unowned let stage: TrialStage
  var isReloaded = false
  /// Of each producer, how many updates the view has taken in by reloads.
  var taken: [Int]

  init(number: Int, view: any ListView, stage: TrialStage, producerCount: Int) {
    self.number = number
    self.view = view
    self.stage = stage
    taken = Array(repeating: 0, count: producerCount)
  }

  var port: ViewPort {
    ViewPort(
      onReload: { [unowned self] in
        deliver(applied: nil) {
          isReloaded = true
          view.reload()
        }
      },
      onApply: { [unowned self] change in
        deliver(applied: change.index) { view.apply(change) }
      })
  }

  private func deliver(applied: Int?, _ work: () -> Void) {
    let start = stage.beginWork()
    work()
    stage.deliveries.append(
      TrialLog.Delivery(
        view: number, start: start, end: stage.now(), turn: stage.turns.count, applied: applied,
        core: stage.isReal ? cplatform_current_core() : -1))
  }
}
