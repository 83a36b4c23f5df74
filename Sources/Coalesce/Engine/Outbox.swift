/// What waits for one view and the handler that takes it: the part of a coalescer that knows the type
/// of its updates. The engine, which does not, works it through ``Deliverable``.
///
/// Thread safety: as ``Deliverable`` says.
@usableFromInline
final class Outbox<Update: Mergeable>: Deliverable, @unchecked Sendable {
  // Proof of `@unchecked`: `taken` is touched by `take`, `call` and `putBack` alone, on main, one
  // delivery at a time, as the engine sees to; everything else is locked, atomic or constant.
  @usableFromInline let pending = Update.Pending()
  private let receiver = HandlerBox<Receiver>()
  /// What reads an observed model; empty where none is observed.
  let reader = HandlerBox<Reader>()
  private var taken: Update?

  /// Whom deliveries go to.
  final class Receiver: Sendable {
    /// Whether there still is somebody.
    let isThere: @Sendable () -> Bool
    let handler: Handler

    init(isThere: @escaping @Sendable () -> Bool = { true }, handler: Handler) {
      (self.isThere, self.handler) = (isThere, handler)
    }
  }

  /// What a delivery calls, on main.
  enum Handler: Sendable {
    /// Returns whether there still was a target.
    case plain(@Sendable (Update) -> Bool)
    /// Returns the work in which the delivery goes on; nil where the target is gone. Where it throws, the
    /// update waits again.
    case asynchronous(@Sendable (Update) -> (@MainActor @Sendable () async throws -> Void)?)
    /// Hands the update to a consumer, who calls `finished` when it asks for the next. Returns whether
    /// there still was one.
    case handOver(@Sendable (Update, _ finished: @escaping @Sendable () -> Void) -> Bool)
  }

  /// What reads an observed model, numbered in the order in which readers were set. Answers whether
  /// there still is somebody to read for.
  struct Reader: Sendable {
    let number: Int
    let read: @MainActor @Sendable () -> Bool
  }

  init() {}

  func setReceiver(_ receiver: Receiver?) { self.receiver.replace(receiver) }

  var hasReceiver: Bool { receiver.content != nil }

  func findsReceiver() -> Bool {
    guard let content = receiver.content else { return false }
    if content.isThere() { return true }
    // Another thread may have set the next one meanwhile.
    receiver.remove(content)
    return false
  }

  func submissions() -> Int { pending.submissions() }

  func take() -> Int {
    let all = pending.takeAll()
    taken = all?.update
    return all?.submissions ?? 0
  }

  func discard() -> Int { pending.takeAll()?.submissions ?? 0 }

  func releaseHandler(on scheduler: any UpdateScheduler) {
    receiver.release(on: scheduler)
    reader.release(on: scheduler)
  }

  func call() -> DeliveryCall {
    guard let update = taken else { return .returned }
    taken = nil
    switch receiver.content?.handler {
    // Cancelled by another thread a moment ago.
    case nil: return .returned
    case .plain(let handle): return handle(update) ? .returned : missed(update)
    case .handOver(let handOver):
      return .handsOver { [pending] finished in
        let isTaken = handOver(update, finished)
        if !isTaken { pending.putBack(update) }
        return isTaken
      }
    case .asynchronous(let handle):
      guard let work = handle(update) else { return missed(update) }
      return .goesOn { [pending] finished in
        let goOn: @MainActor @Sendable () async -> Void = {
          do {
            // It begins in a later pass, before which there may have been a cancel.
            try Task.checkCancellation()
            try await work()
          } catch {
            pending.putBack(update)
          }
          finished()
        }
        // Detached: neither the priority nor the values of whichever task called `flush`.
        return Task.detached(priority: .userInitiated, operation: goOn)
      }
    }
  }

  private func missed(_ update: Update) -> DeliveryCall {
    pending.putBack(update)
    return .missed
  }
}

/// What the engine of a coalescer delivers.
///
/// Thread safety: `submissions` and `discard` from any thread; `take`, under the engine's lock, and
/// `call`, without it, on main, one delivery at a time.
protocol Deliverable: AnyObject, Sendable {
  /// Whether there is somebody to deliver to; lets go of the handler where the target is gone. On main,
  /// and not under a lock, because a target may end in here.
  func findsReceiver() -> Bool

  /// Whether a handler is set, be its target gone or not.
  var hasReceiver: Bool { get }

  /// As ``PendingUpdates/submissions()``.
  func submissions() -> Int

  /// Empties the store for the delivery that begins. Returns how many submissions were in it. Nothing
  /// ends in here, because what ends may call out.
  func take() -> Int

  /// Calls the handler with what was taken.
  func call() -> DeliveryCall

  /// Drops what waits, and returns how many submissions that was. Not under a lock, because what is
  /// dropped may call out when it ends.
  @discardableResult
  func discard() -> Int

  /// Lets go of the handler, on main.
  func releaseHandler(on scheduler: any UpdateScheduler)
}

/// What came of calling a handler.
enum DeliveryCall {
  /// It has returned.
  case returned
  /// There was no target any more; what was taken waits again.
  case missed
  /// An asynchronous handler goes on in the task that this starts, and says, on main, when it is over.
  case goesOn((_ finished: @escaping @Sendable () -> Void) -> Task<Void, Never>)
  /// This hands over to a consumer, who says on any thread when it is over. Returns false where there was
  /// none any more; what was taken waits again.
  case handsOver((_ finished: @escaping @Sendable () -> Void) -> Bool)
}
