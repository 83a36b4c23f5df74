/// A clock that has the main thread work: the real one, or a simulated one.
protocol MainClock {
  /// Runs `work` on the main thread at that time since the trial's start.
  func onMain(atNanoseconds time: UInt64, _ work: @escaping () -> Void)
  /// Runs `work` on the main thread once a period, as long as `goesOn`. Beats that the main thread missed
  /// come as one.
  func onMain(
    everyNanoseconds period: UInt64, while goesOn: @escaping () -> Bool,
    _ work: @escaping () -> Void)
}

/// What a plan has the main thread do besides delivering.
extension TrialStage {
  /// Has `clock` play the plan's script for the main thread: the same in real and in virtual time.
  func play(on clock: some MainClock) {
    for (producer, indices) in updatesByProducer.enumerated()
    where plan.producers[producer] == .main {
      var published = 0
      for burst in plan.updates.bursts(indices) {
        let first = published
        published += burst.count
        burstsLeft += 1
        clock.onMain(atNanoseconds: plan.updates.intendedNanoseconds[burst[burst.startIndex]]) {
          [self] in submit(burst, producer: producer, after: first)
        }
      }
    }
    for stall in plan.surroundings.stalls {
      clock.onMain(atNanoseconds: stall.lowerBound) { [self] in
        self.stall(nanoseconds: stall.upperBound - stall.lowerBound)
      }
    }
    for interval in plan.surroundings.scrolling {
      clock.onMain(atNanoseconds: interval.upperBound) { [self] in catchUp() }
    }
    guard let period = plan.surroundings.heartbeatNanoseconds else { return }
    clock.onMain(
      everyNanoseconds: period,
      while: { [self] in now() < plan.duration.wholeNanoseconds || pendingCount > 0 },
      { [self] in heartbeatsHeard += 1 })
  }

  private func submit(_ burst: ArraySlice<Int>, producer: Int, after first: Int) {
    beginWork()
    for (offset, index) in burst.enumerated() {
      submitOnMain(index, producer: producer, count: first + offset + 1)
    }
    burstsLeft -= 1
  }

  /// Submits update `index` and makes the change, the `count`-th of `producer`: before it is
  /// submitted, or, where the submission announces it, after.
  private func submitOnMain(_ index: Int, producer: Int, count: Int) {
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

  /// Keeps the main thread busy with something else.
  func stall(nanoseconds: UInt64) {
    otherWorkBegins()
    let start = beginWork()
    spend(nanoseconds)
    stalls.append(start..<max(start, now()))
  }

  /// The user scrolls no longer.
  private func catchUp() { views.forEach { $0.catchUp() } }
}
