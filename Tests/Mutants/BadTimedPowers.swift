import BenchHarness
import Coalesce

/// Submissions with a bound do not move a timer that is set.
///
/// Defect: what must not wait for longer than a bound waits for the timer. It behaves as long as nothing
/// waits.
///
/// Origin: `guard timer == nil else { return }` in front of a timer.
func badBoundIsLate(_ strategy: OneTimer, _ powers: inout AttachedStrategy.Powers) {
  let isInTime = powers.submitWithin
  powers.submitWithin = { change, bound in
    // The defect.
    if strategy.pendingCount > 0 { strategy.submit(.one) } else { isInTime(change, bound) }
  }
}

/// Ends the timer when what waits is cancelled, and leaves the rest as it is.
///
/// Defect: what is cancelled still counts as waiting, and whatever comes later arranges nothing. It
/// behaves as long as nothing waits then.
///
/// Origin: the `enh_throttledReloadData` category, defect D1.
func badCancelKeepsFlag(_ strategy: OneTimer, _ powers: inout AttachedStrategy.Powers) {
  powers.cancelPending = { strategy.timer.disarm() }
}

/// Empties the store and then ends the timer, where both would have to be one.
///
/// Defect: what a thread submits between the two sets the timer, which is then ended. It waits, and so
/// does all that follows, for nobody is the first any more. It behaves as long as no thread submits at
/// that very moment.
///
/// Origin: "first drop, then tidy up", tried on this project's engine.
func badCancelDisarms(_ strategy: OneTimer, _ powers: inout AttachedStrategy.Powers) {
  powers.cancelPending = {
    _ = strategy.waiting.take()
    strategy.inner.cancelPending()
    strategy.timer.disarm()
  }
}

/// Ends the timer at a reset.
///
/// Defect: whatever waits for it waits for ever. It behaves as long as nothing waits then.
///
/// Origin: the `enh_throttledReloadData` category, defect D4.
func badResetStrands(_ strategy: OneTimer, _ powers: inout AttachedStrategy.Powers) {
  powers.reset = { strategy.timer.disarm() }
}

/// Calls its handler also where the target is gone.
///
/// Defect: what is delivered to nobody is not delivered to the next target. It behaves as long as
/// nothing comes between two targets.
///
/// Origin: `[weak self]` in a handler.
func badForgetsUnseen(_ strategy: OneTimer, _ powers: inout AttachedStrategy.Powers) {
  powers.setTarget = { port in
    strategy.inner.handle { [weak port] _ in port?.reload() }
  }
}

/// Sets each fiftieth timer for ten times as long.
///
/// Defect: one delivery in fifty is late. It behaves for the first forty-nine.
///
/// Origin: counters that wrap, and caches that are refreshed now and then.
func badFiftiethWaits(_ number: Int) -> UInt64 { number % 50 == 0 ? 10 : 1 }
