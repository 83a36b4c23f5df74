import Observation

@MainActor
final class Observations {
  private var reads: [ObjectIdentifier: Read] = [:]

  private struct Read {
    /// Whether a change was announced. No other change is announced until the object is read again.
    let hasChanged = Flag()
    /// Reads the object and watches what was read. Returns false once the object is gone.
    let track: @MainActor (Flag) -> Bool
  }

  nonisolated init() {}

  /// Calls `read` now and, after a change, in `readAgain`. Calls `announce` just before a change, on the same thread.
  func add(
    _ id: ObjectIdentifier, _ announce: @escaping @Sendable (Flag) -> Void,
    _ read: @escaping @MainActor () -> Bool
  ) {
    let reader = Read { hasChanged in
      withObservationTracking(read) { announce(hasChanged) }
    }
    reads[id] = reader
    _ = reader.track(reader.hasChanged)
  }

  /// Reads all changed objects again. Called when a delivery begins or pending updates are dropped.
  func readAgain() {
    for (id, read) in reads where read.hasChanged.take() {
      // Reading may call `observe` again, which replaces this entry.
      if !read.track(read.hasChanged), reads[id]?.hasChanged === read.hasChanged { reads[id] = nil }
    }
  }
}
