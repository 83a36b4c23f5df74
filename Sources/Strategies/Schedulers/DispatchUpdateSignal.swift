@preconcurrency import Dispatch

/// A dispatch source of user data that can be created and dropped without ever being used.
final class DispatchUpdateSignal: UpdateSignal {
  private let source: any DispatchSourceUserDataAdd

  init(_ kind: SignalKind, queue: DispatchQueue) {
    switch kind {
    case .add: source = DispatchSource.makeUserDataAddSource(queue: queue)
    }
  }

  deinit {
    // Releasing a source that was never activated traps; activating twice is harmless.
    source.activate()
    source.cancel()
  }

  func setHandler(_ handler: @escaping @Sendable (UInt) -> Void) {
    source.setEventHandler { [weak self] in
      guard let self else { return }
      handler(source.data)
    }
    source.activate()
  }

  func merge(_ data: UInt) { source.add(data: data) }

  func cancel() { source.cancel() }
}
