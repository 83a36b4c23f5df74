/// What a plan has main do besides delivering.
extension TrialStage {
  /// Submits update `index` and makes the change, the `count`-th of `producer`: before it is
  /// submitted, or, where the submission announces it, after.
  func submitOnMain(_ index: Int, producer: Int, count: Int) {
    if plan.announcesChanges { submit(index) }
    actual[index] = now()
    publish(count, producer: producer)
    if !plan.announcesChanges { submit(index) }
  }

  /// Hands update `index` to its view's strategy; on any thread.
  func submit(_ index: Int) {
    let strategy = strategies[Int(plan.updates.view[index])]
    let change = plan.updates.change(index)
    guard plan.updates.isUrgent(index) else { return strategy.submit(change) }
    if let powers = strategy.powers { return powers.submitWithin(change, .zero) }
    strategy.submit(change)
    scheduler.onMain { [flush = strategy.flush] in flush() }
  }

  /// Hands main the other work of a launch from inside the first delivery, and so ahead of whatever
  /// the strategy hands it when the handler has returned.
  func postWorkBehindFirstDelivery() {
    let work = plan.surroundings.workBehindFirstDelivery
    guard work > 0, deliveries.count == 1 else { return }
    scheduler.onMain { [weak self] in self?.stall(nanoseconds: work) }
  }

  /// How many updates the model has of each producer.
  var modelCounts: [Int] {
    plan.producers.indices.map { modelCount(of: $0).value.load(ordering: .acquiring) }
  }

  /// Submits what a producer submits from inside a delivery to `view`.
  func submitFromDelivery(view: Int) {
    guard !deliveryProducers.isEmpty, now() < plan.duration.wholeNanoseconds else { return }
    for producer in deliveryProducers {
      let position = submittedFromDeliveries[producer]
      guard position < updatesByProducer[producer].count else { continue }
      let index = updatesByProducer[producer][position]
      guard Int(plan.updates.view[index]) == view else { continue }
      submittedFromDeliveries[producer] = position + 1
      intended[index] = now()
      actual[index] = intended[index]
      publish(position + 1, producer: producer)
      strategies[view].submit(plan.updates.change(index))
    }
  }

  /// Keeps main busy with something else.
  func stall(nanoseconds: UInt64) {
    otherWorkBegins()
    let start = beginWork()
    spend(nanoseconds)
    stalls.append(start..<max(start, now()))
  }

  /// The user scrolls no longer.
  func catchUp() { views.forEach { $0.catchUp() } }

  /// Main heard its heartbeat.
  func hearHeartbeat() { heartbeatsHeard += 1 }
}
