/// What waits for one view and the handler that takes it: the part of a coalescer that knows the type
/// of its updates. The engine, which does not, works it through ``Deliverable``.
///
/// Thread safety: as ``Deliverable`` says.
@usableFromInline
final class Outbox<Update: Mergeable>: Deliverable, @unchecked Sendable {
  // Proof of `@unchecked`: `taken` is touched by `take` and `call` alone, on main, one delivery at a
  // time, as the engine sees to; everything else is locked, atomic or constant.
  @usableFromInline let pending = Update.Pending()
  private let handler = HandlerBox<Handler>()
  /// What reads an observed model; empty where none is observed.
  let reader = HandlerBox<Reader>()
  private var taken: Update?

  /// What a delivery calls, on main.
  enum Handler: Sendable {
    /// Returns whether there is still a target to deliver to.
    case plain(@Sendable (Update) -> Bool)
    /// Returns the work in which the delivery goes on; nil where the target is gone.
    case asynchronous(@Sendable (Update) -> (@MainActor @Sendable () async -> Void)?)
  }

  /// What reads an observed model, numbered in the order in which readers were set.
  struct Reader: Sendable {
    let number: Int
    let read: @MainActor @Sendable () -> Void
  }

  init() {}

  func setHandler(_ handler: Handler) { self.handler.replace(handler) }

  func submissions() -> Int { pending.submissions() }

  func take() -> Bool {
    taken = pending.take()
    return taken != nil
  }

  func discard() { _ = pending.take() }

  func releaseHandler(on scheduler: any UpdateScheduler) {
    handler.release(on: scheduler)
    reader.release(on: scheduler)
  }

  func call() -> DeliveryCall {
    guard let update = taken else { return .returned(isWanted: true) }
    taken = nil
    switch handler.content {
    // Cancelled by another thread a moment ago.
    case nil: return .returned(isWanted: true)
    case .plain(let handle): return .returned(isWanted: handle(update))
    case .asynchronous(let handle):
      guard let work = handle(update) else { return .returned(isWanted: false) }
      return .goesOn { finished in
        Task { @MainActor in
          // It begins in a later pass, before which there may have been a cancel.
          if !Task.isCancelled { await work() }
          finished()
        }
      }
    }
  }
}

/// What the engine of a coalescer delivers.
///
/// Thread safety: `submissions` and `discard` from any thread; `take`, under the engine's lock, and
/// `call`, without it, on main, one delivery at a time.
protocol Deliverable: AnyObject, Sendable {
  /// As ``PendingUpdates/submissions()``.
  func submissions() -> Int

  /// Empties the store for the delivery that begins. Returns whether anything was in it. Nothing ends
  /// in here, because what ends may call out.
  func take() -> Bool

  /// Calls the handler with what was taken.
  func call() -> DeliveryCall

  /// Drops what waits. Not under a lock, because what is dropped may call out when it ends.
  func discard()

  /// Lets go of the handler, on main.
  func releaseHandler(on scheduler: any UpdateScheduler)
}

/// What came of calling a handler.
enum DeliveryCall {
  /// It has returned; not wanted any more where its target is gone.
  case returned(isWanted: Bool)
  /// It goes on in a task that this starts, and that says, on main, when it is over.
  case goesOn((_ finished: @escaping @Sendable () -> Void) -> Task<Void, Never>)
}
