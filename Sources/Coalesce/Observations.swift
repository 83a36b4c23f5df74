import Observation

@MainActor
final class Observations {
  private var reads: [ObjectIdentifier: Read] = [:]

  private struct Read {
    /// Whether a change was announced. No other change is announced until the object is read again.
    let hasChanged = Flag()
    /// Whether another read has replaced this one, so that a change is no longer announced.
    let isReplaced = Flag()
    /// Reads the object and watches what was read. Returns false once the object is gone.
    let track: @MainActor (Read) -> Bool
  }

  nonisolated init() {}

  /// Calls `read` now and, after a change, in `readAgain`. Calls `announce` just before a change, on the same thread.
  func add(
    _ id: ObjectIdentifier, _ announce: @escaping @Sendable (Flag) -> Void,
    _ read: @escaping @MainActor () -> Bool
  ) {
    let reader = Read { reader in
      withObservationTracking(read) { [changed = reader.hasChanged, gone = reader.isReplaced] in
        if !gone.isSet { announce(changed) }
      }
    }
    reads.updateValue(reader, forKey: id)?.isReplaced.set()
    _ = reader.track(reader)
  }

  /// Reads all changed objects again. Called when a delivery begins or pending updates are dropped.
  func readAgain() {
    for (id, read) in reads where read.hasChanged.take() {
      // Reading may call `observe` again, which replaces this entry.
      if !read.track(read), reads[id]?.hasChanged === read.hasChanged { reads[id] = nil }
    }
  }
}
