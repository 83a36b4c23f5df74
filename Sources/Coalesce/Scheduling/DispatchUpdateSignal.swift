@preconcurrency import Dispatch

/// A dispatch source of user data that can be created and dropped without ever being used.
final class DispatchUpdateSignal: UpdateSignal {
  private let source: any DispatchSourceProtocol
  private let mergeData: @Sendable (UInt) -> Void

  init(_ kind: SignalKind, queue: DispatchQueue) {
    switch kind {
    case .add:
      let source = DispatchSource.makeUserDataAddSource(queue: queue)
      self.source = source
      mergeData = { source.add(data: $0) }
    case .or:
      let source = DispatchSource.makeUserDataOrSource(queue: queue)
      self.source = source
      mergeData = { source.or(data: $0) }
    case .replace:
      let source = DispatchSource.makeUserDataReplaceSource(queue: queue)
      self.source = source
      mergeData = { source.replace(data: $0) }
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

  func merge(_ data: UInt) { mergeData(data) }

  func cancel() { source.cancel() }
}
