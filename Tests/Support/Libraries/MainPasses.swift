import Dispatch

/// Waits for the condition. Returns false after ten minutes: long tests may keep all threads busy for two.
@MainActor package func comes(_ condition: () -> Bool) async -> Bool {
  let end = ContinuousClock.now + .seconds(600)
  while !condition() {
    guard ContinuousClock.now < end else { return false }
    await passes(1)
  }
  return true
}

/// Lets the main queue make `count` passes.
@MainActor package func passes(_ count: Int) async {
  for _ in 0..<count {
    await withCheckedContinuation { done in DispatchQueue.main.async { done.resume() } }
    await Task.yield()
  }
}
