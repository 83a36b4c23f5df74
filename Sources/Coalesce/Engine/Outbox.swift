/// Pending updates and their handler: the part of a coalescer that knows the type of its updates.
/// Thread safety: see ``Deliverable``.
@usableFromInline
final class Outbox<Update: Mergeable>: Deliverable, @unchecked Sendable {
  // `@unchecked` is safe: only `take` and `call` use `taken`, and the engine calls them on the main thread, one
  // delivery at a time; everything else is locked, atomic or constant. No access to `taken` spans a call to other code.
  @usableFromInline let store = PendingStore<Update>()
  let receiver = HandlerBox<Receiver>()
  let observations = HandlerBox<Observations>()
  /// Whether an observed object has changed and must be read again.
  let hasChanged = Flag()
  let newestLoop = Locked(Weak<Consumer<Update>>())
  @exclusivity(unchecked) private var taken: Update?

  final class Receiver: Sendable {
    let isAlive: @Sendable () -> Bool
    let handler: Handler

    init(isAlive: @escaping @Sendable () -> Bool = { true }, handler: Handler) {
      (self.isAlive, self.handler) = (isAlive, handler)
    }

    var isLoop: Bool { if case .loop = handler { true } else { false } }
  }

  enum Handler: Sendable {
    /// Calls the app's handler, or returns false if the target is gone.
    case synchronous(@Sendable (Update) throws -> Bool)
    /// Returns the rest of the delivery; nil if the target is gone.
    case asynchronous(@Sendable (Update) -> Work?)
    case loop(Consumer<Update>.Hold)
  }

  private let scheduler: any UpdateScheduler

  init(_ scheduler: any UpdateScheduler) { self.scheduler = scheduler }

  // Specialised like `take` and `call`, because looking up types took an eighth of a simulation's time. Code that holds
  // values of `Update` is in separate functions: in these three, it would look up types before the specialised call.
  @_specialize(where Update == UpdateCount)
  func findReceiver() -> Bool {
    guard let content = receiver.content else { return false }
    if content.isAlive() { return true }
    receiver.remove(content)
    return false
  }

  var isEmpty: Bool { store.isEmpty }

  var count: Int { store.count }

  func submissions() -> Int { store.submissions() }

  @_specialize(where Update == UpdateCount)
  func take(_ portion: PortionSize?, at now: UInt64) -> TakenCounts? {
    if let portion { return takePortion(portion, at: now) }
    return takePending()
  }

  @inline(never)
  private func takePending() -> TakenCounts? { keep(store.takeAll()) }

  @inline(never)
  private func takePortion(_ portion: PortionSize, at now: UInt64) -> TakenCounts? {
    keep(store.locked?.take { portion.count(of: &$0, at: now) })
  }

  private func keep(_ new: PendingStore<Update>.Taken?) -> TakenCounts? {
    guard let new else { return nil }
    taken = new.update
    return new.counts
  }

  func putBackRest(_ count: Int) -> Int { store.locked?.putBackRest(count) ?? 0 }

  func discard() -> (submissions: Int, content: Any?) {
    let dropped = store.takeAll()
    // No delivery will begin, so the changed objects are read again here.
    if hasChanged.take() { scheduler.onMain { [self] in readAgain() } }
    return (dropped?.counts.submissions ?? 0, dropped?.update)
  }

  func releaseHandler() {
    receiver.release(on: scheduler)
    observations.release(on: scheduler)
  }

  @_specialize(where Update == UpdateCount)
  func call() -> DeliveryCall { callHandler() }

  @inline(never)
  private func callHandler() -> DeliveryCall {
    if hasChanged.take() { readAgain() }
    guard let update = taken else { return .finished(.returned, putBack: nil) }
    taken = nil
    @Sendable func putBack() { store.putBack(update) }
    switch receiver.content?.handler {
    // Another thread has just cancelled the coalescer.
    case nil: break
    case .synchronous(let handle):
      do {
        if try handle(update) { return .finished(.returned, putBack: nil) }
      } catch {
        return .finished(.threw, putBack: putBack)
      }
    case .asynchronous(let handle):
      if let work = handle(update) { return .task(work, putBack: putBack) }
    case .loop(let hold):
      // Loaded before the engine takes its lock: this may be the last reference, whose release ends the delivery.
      guard let consumer = hold.consumer else { break }
      return .loop(
        { finished in
          consumer.take(update) { finished(.askedForNext) }
            .map { DeliveryCall.Flight(task: nil, loopHash: consumer.taskHash, wake: $0) }
        }, putBack: putBack)
    }
    return .finished(.receiverGone, putBack: putBack)
  }

  private func readAgain() { MainActor.assumeIsolated { observations.content?.readAgain() } }
}
