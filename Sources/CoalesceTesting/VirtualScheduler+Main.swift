/// The main thread of a simulation, and its run loop.
extension VirtualScheduler {
  /// Keeps main busy for a time, while everything else goes on. On main only.
  public func spend(nanoseconds: UInt64) {
    precondition(isMain, "Only main's time can be spent.")
    let end = nowNanoseconds + nanoseconds
    runOffMain(through: end)
    nowNanoseconds = end
  }

  /// Turns the run loop inside the code that is running, as a handler that shows an alert does:
  /// runs what has been posted to main so far. On main only.
  public func turnRunLoop() {
    precondition(isMain, "Only main turns its run loop.")
    runPass()
  }

  /// Everything that is not main, up to and including `end`. While main is awake no event of the
  /// heap is main's: whatever main has to do waits in `mainBlocks`.
  private func runOffMain(through end: UInt64) {
    let wasMain = isMain
    isMain = false
    while let time = nextTime, time <= end { step(to: time) }
    isMain = wasMain
  }

  func postToMain(_ work: @escaping () -> Void) {
    guard stepsLeft > 0 else { return }
    mainBlocks.append(work)
    wakeMain()
  }

  /// Runs `work` on main in a turn of its own, as a toolkit paints a frame: before everything on
  /// main's queue if `isFirst`, otherwise once the queue is empty.
  public func postTurn(isFirst: Bool, _ work: @escaping () -> Void) {
    guard stepsLeft > 0 else { return }
    if isFirst { firstTurns.append(work) } else { lastTurns.append(work) }
    wakeMain()
  }

  private func wakeMain() {
    guard !isMainAwake else { return }
    isMainAwake = true
    mainWakeUps += 1
    events.add(at: nowNanoseconds + hopNanoseconds) { [self] in runMain() }
  }

  private func runMain() {
    repeat {
      isMain = true
      if let turn = nextTurn() { turn() } else { runPass() }
      turnDidEnd?()
      isMain = false
      runOffMain(through: nowNanoseconds)
    } while !mainBlocks.isEmpty || !firstTurns.isEmpty || !lastTurns.isEmpty
    isMainAwake = false
  }

  private func nextTurn() -> (() -> Void)? {
    if let first = firstTurns.popFirst() { return takeStep() ? first : nil }
    guard mainBlocks.isEmpty, let last = lastTurns.popFirst() else { return nil }
    return takeStep() ? last : nil
  }

  /// Runs the blocks that wait now; some may be gone when it is their turn, for a block has turned
  /// the run loop.
  private func runPass() {
    for _ in 0..<mainBlocks.count {
      guard takeStep() else { return }
      mainBlocks.popFirst()?()
    }
  }
}
