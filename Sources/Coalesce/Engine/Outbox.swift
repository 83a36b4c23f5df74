/// Pending updates and their handler: the part of a coalescer that knows the type of its updates.
/// Thread safety: see ``Deliverable``.
@usableFromInline
final class Outbox<Update: Mergeable>: Deliverable, @unchecked Sendable {
  // `@unchecked` is safe: only `take` and `call` use `taken`, and the engine calls them on the main thread, one
  // delivery at a time; everything else is locked, atomic or constant. No access to `taken` spans a call to other code.
  @usableFromInline let pending = PendingStore<Update>()
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

  // Specialised like `take` and `call`, because looking up types took an eighth of a simulation's time. Code that has
  // values of `Update` is in functions of its own: in these three, it would look up types before the specialised call.
  @_specialize(where Update == UpdateCount)
  func findReceiver() -> Bool {
    guard let content = receiver.content else { return false }
    if content.isAlive() { return true }
    receiver.remove(content)
    return false
  }

  var isEmpty: Bool { pending.isEmpty }

  func submissions() -> Int { pending.submissions() }

  @_specialize(where Update == UpdateCount)
  func take() -> (submissions: Int, dropped: Int)? { takePending() }

  @inline(never)
  private func takePending() -> (submissions: Int, dropped: Int)? {
    guard let all = pending.takeAll() else { return nil }
    taken = all.update
    return (all.submissions, all.dropped)
  }

  func discard() -> (submissions: Int, content: Any?) {
    let dropped = pending.takeAll()
    // No delivery will begin, so the changed objects are read again here.
    if hasChanged.take() { scheduler.onMain { [self] in readAgain() } }
    return (dropped?.submissions ?? 0, dropped?.update)
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
    guard let update = taken else { return .finished(.returned) }
    taken = nil
    @Sendable func putBack() { pending.putBack(update) }
    switch receiver.content?.handler {
    // Another thread has just cancelled the coalescer.
    case nil: return .finished(.receiverGone(putBack: putBack))
    case .synchronous(let handle):
      do {
        return .finished(try handle(update) ? .returned : .receiverGone(putBack: putBack))
      } catch {
        return .finished(.threw(putBack: putBack))
      }
    case .asynchronous(let handle):
      guard let work = handle(update) else { return .finished(.receiverGone(putBack: putBack)) }
      return .continues(
        { finished in
          let task = work.start { finished($0 ? .returned : .threw(putBack: putBack)) }
          return Flight(task: task, taskHash: task.hashValue)
        }, putBack: putBack)
    case .loop(let hold):
      // Loaded before the engine takes its lock: this may be the last reference, whose release ends the delivery.
      guard let consumer = hold.consumer else { return .finished(.receiverGone(putBack: putBack)) }
      return .continues(
        { finished in
          consumer.take(update) { finished(.askedForNext) }
            .map { Flight(task: nil, taskHash: consumer.taskHash, wake: $0) }
        }, putBack: putBack)
    }
  }

  private func readAgain() { MainActor.assumeIsolated { observations.content?.readAgain() } }
}

enum Work {
  case onMainActor(@MainActor @Sendable () async throws -> Void)
  case anywhere(@Sendable () async throws -> Void)

  /// Starts a task that does the work. Passes false to `end` if the work threw or was cancelled before it began. The
  /// task is detached, so that it inherits no priority or task-local values from a task that calls `flush`.
  func start(_ end: @escaping @Sendable (Bool) -> Void) -> Task<Void, Never> {
    switch self {
    case .onMainActor(let work):
      let operation: @MainActor @Sendable () async -> Void = {
        do {
          try Task.checkCancellation()
          try await work()
          end(true)
        } catch { end(false) }
      }
      return Task.detached(priority: .userInitiated, operation: operation)
    case .anywhere(let work):
      return Task.detached(priority: .userInitiated) {
        do {
          try Task.checkCancellation()
          try await work()
          end(true)
        } catch { end(false) }
      }
    }
  }
}

/// The updates that an engine delivers, whatever their type.
///
/// Thread safety: every member may be used from any thread, except that only the main thread calls `take` (under the
/// engine's lock), `call` and `findReceiver` (not under it). That lock is held while a ``DeliveryCall/Start`` runs.
protocol Deliverable: AnyObject, Sendable {
  /// Returns whether there is a receiver, and releases the handler of a target that is gone. Call it on the main thread
  /// and not under a lock, because it may release a target.
  func findReceiver() -> Bool

  /// The number of new submissions, by a read-modify-write. Updates that were put back do not count.
  func submissions() -> Int

  var isEmpty: Bool { get }

  /// Empties the store for a delivery. Returns the numbers of new submissions and of updates that a limit dropped; nil
  /// if the store was empty. Releases no updates, because that may call other code.
  func take() -> (submissions: Int, dropped: Int)?

  func call() -> DeliveryCall

  /// Drops what is pending. Returns the number of new submissions, and the updates, whose release may call other code.
  func discard() -> (submissions: Int, content: Any?)

  /// Releases the handler and the observations on the main thread.
  func releaseHandler()
}

enum DeliveryCall {
  /// Starts the rest of a delivery, which `finished` ends. Calls no other code. Returns nil if the receiver is gone.
  typealias Start = (_ finished: @escaping @Sendable (Ending) -> Void) -> Flight?

  case finished(Ending)
  case continues(Start, putBack: @Sendable () -> Void)
}

struct Flight {
  /// The task that runs the handler; nil for a loop.
  let task: Task<Void, Never>?
  /// The hash of the task that runs the handler or the loop.
  let taskHash: Int?
  /// Wakes a waiting loop. Called outside the engine's lock, because it may call the app's executor.
  var wake: (@Sendable () -> Void)?
}

/// How a delivery's handler or loop ended. `putBack` merges the delivered update with newer ones, as the oldest.
enum Ending {
  case returned
  /// The target, the loop or the handler was gone.
  case receiverGone(putBack: @Sendable () -> Void)
  /// The handler threw, or was cancelled before it began.
  case threw(putBack: @Sendable () -> Void)
  /// A loop asked for the next delivery, or exited.
  case askedForNext

  /// Whether a handler ran. On the main thread, a layout commit follows it.
  var handlerRan: Bool {
    switch self {
    case .returned, .threw: true
    case .receiverGone, .askedForNext: false
    }
  }

  var putBack: (@Sendable () -> Void)? {
    switch self {
    case .receiverGone(let putBack), .threw(let putBack): putBack
    case .returned, .askedForNext: nil
    }
  }
}
