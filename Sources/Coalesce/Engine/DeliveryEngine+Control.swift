/// What an app does besides submitting.
extension DeliveryEngine {
  /// From now on there is somebody to deliver to.
  func open() { resume { $0.isAttached = true } }

  /// Nothing is delivered until ``resume()``.
  func pause() {
    locked { state in
      state.isPaused = true
      guard !state.isCancelled else { return }
      setWakeAt(.max)
      setTimer(&state, due: .max)
    }
  }

  /// Delivers what has come meanwhile in main's next pass.
  func resume() { resume { $0.isPaused = false } }

  func resume(_ open: (inout State) -> Void) {
    change { state in
      let wasOpen = state.isOpen
      open(&state)
      guard state.isOpen, !wasOpen else { return .nothing }
      let now = scheduler.nowNanoseconds
      hear(&state, at: now)
      if state.heard > 0 { state.bound = now }
      return arrange(&state, at: now, .other)
    }
  }

  /// Gives the policy other settings. The old one ends outside the lock, for it may call out.
  func setPolicy<Policy: DeliveryPolicy>(_ policy: Policy) {
    var old: (any DeliveryPolicy)?
    change { state in
      old = state.policy
      var new = policy
      let isSame = (old as? Policy).map { new.inherit(from: $0) } ?? false
      if !isSame {
        // It has to hear of everything, and did not begin what is under way.
        state.heard = 0
        state.epoch += 1
      }
      state.policy = new
      let wasNoting = isNoting.exchange(policy.notesEverySubmission, ordering: .relaxed)
      if policy.notesEverySubmission, !wasNoting {
        newest.note(nanoseconds: scheduler.nowNanoseconds)
      }
      return arrangeAnew(&state)
    }
    withExtendedLifetime(old) {}
  }

  /// Lets the policy forget the last delivery.
  func reset() {
    change { state in
      state.policy.reset()
      return arrangeAnew(&state)
    }
  }

  /// What waits is due at another time than the timer was set for, perhaps a later one.
  func arrangeAnew(_ state: inout State) -> Step {
    guard !state.isCancelled else { return .nothing }
    let now = scheduler.nowNanoseconds
    setTimer(&state, due: .max)
    hear(&state, at: now)
    return arrange(&state, at: now, .other)
  }

  /// Drops what waits. Emptied outside the lock, for what is dropped may call out; whatever is heard
  /// of meanwhile has its timer or its hop, which finds the store empty.
  func cancelPending() {
    let waiters = locked { state in
      guard !state.isCancelled else { return [Waiter]() }
      state.heard = 0
      state.bound = .max
      state.policy.dropped()
      if state.isOpen { setWakeAt(1) }
      setTimer(&state, due: .max)
      // A delivery that is under way is waited for, and nothing after it.
      guard state.isDelivering else { return state.takeWaiters() }
      for id in state.waiters.keys { state.waiters[id]?.delivery = state.number }
      return []
    }
    pending.discard()
    waiters.forEach { $0.resume() }
    // For whoever began to wait before the store was empty.
    change { _ in .nothing }
  }

  /// Ends it all.
  func cancel() {
    let (waiters, task) = locked { state in
      state.isCancelled = true
      state.heard = 0
      state.bound = .max
      setWakeAt(.min)
      setTimer(&state, due: .max)
      return (state.takeWaiters(), state.task)
    }
    task?.cancel()
    pending.discard()
    pending.releaseHandler(on: scheduler)
    waiters.forEach { $0.resume() }
  }

  /// Returns when all that was submitted before has been delivered, or was dropped.
  func delivered() async {
    let id = locked { $0.makeWaiterID() }
    await withTaskCancellationHandler {
      await withCheckedContinuation { waiter in
        let isWaiting = locked { state in
          let waits = pending.submissions() > 0
          guard !state.isCancelled, !Task.isCancelled, waits || state.isDelivering else {
            return false
          }
          state.waiters[id] = (waits ? state.number + 1 : state.number, waiter)
          return true
        }
        if !isWaiting { waiter.resume() }
      }
    } onCancel: {
      locked { $0.waiters.removeValue(forKey: id) }?.waiter.resume()
    }
  }
}
