import Coalesce
public import Dispatch

/// A dispatch queue that is known to be serial, and knows whether the caller is on it.
///
/// Two serial queues made from the same dispatch queue are the same queue. Each `sync` step checks
/// that the queue is serial, and traps if it is concurrent. It is not known which queue a queue
/// targets, only that its work runs there, too.
///
/// Thread safety: every member may be used from any thread.
public final class SerialQueue: Sendable {
  /// The main queue.
  public static let main = SerialQueue(DispatchQueue.main)

  /// The dispatch queue itself.
  public let queue: DispatchQueue
  let mark: Mark

  /// What a dispatch queue carries that is known to be serial.
  final class Mark: Sendable, Hashable {
    let number: Int
    let label: String
    /// Every marked queue has this key, with its own mark: the nearest one says where we are.
    static let key = DispatchSpecificKey<Mark>()
    /// Each has a key of its own, too, that is also seen from queues which target it.
    let ownKey = DispatchSpecificKey<Bool>()

    init(_ number: Int, label: String) {
      self.number = number
      self.label = label
    }

    static func == (left: Mark, right: Mark) -> Bool { left.number == right.number }

    func hash(into hasher: inout Hasher) { hasher.combine(number) }
  }

  /// How many queues are marked. One thread at a time marks one, or a queue could get two marks.
  private static let markCount = Locked(0)

  /// Makes a serial queue. Debuggers and errors show `label`.
  public convenience init(label: String) {
    self.init(DispatchQueue(label: label))
  }

  /// Wraps `queue`, which must be serial. A global queue traps here.
  public init(_ queue: DispatchQueue) {
    // Nearly every queue targets a global one in the end and would be taken for it.
    precondition(
      !queue.label.hasPrefix("com.apple.root."), "A global queue is not serial: make one.")
    self.queue = queue
    mark = Self.markCount.withLock { count in
      if let mark = Self.mark(of: queue) { return mark }
      count += 1
      let mark = Mark(count, label: queue.label)
      queue.setSpecific(key: Mark.key, value: mark)
      queue.setSpecific(key: mark.ownKey, value: true)
      return mark
    }
  }

  /// Whether the caller is on this queue, or on one that targets it.
  public var isCurrent: Bool { DispatchQueue.getSpecific(key: mark.ownKey) ?? false }

  /// The mark of the queue that the caller runs on; nil for a thread without one, and for a queue
  /// that nobody has said to be serial.
  static var current: Mark? { DispatchQueue.getSpecific(key: Mark.key) }

  /// The mark of `queue`; nil if nobody has said that it is serial.
  static func mark(of queue: DispatchQueue) -> Mark? { queue.getSpecific(key: Mark.key) }
}

extension SerialQueue {
  /// As ``isCurrent``, and proven.
  var isHere: Bool {
    guard isCurrent else { return false }
    dispatchPrecondition(condition: .onQueueAsBarrier(queue))
    return true
  }

  /// Runs `work` on this queue, where the caller is not, and waits for it.
  /// - Throws: ``StrategyError/deadlock(queues:)`` if this queue waits for the caller's.
  func sync(_ work: @Sendable () -> Void) throws(StrategyError) {
    let waiting = Self.current
    if let waiting { try QueueWaits.shared.begin(waiting, for: mark) }
    queue.sync {
      dispatchPrecondition(condition: .onQueueAsBarrier(queue))
      work()
    }
    if let waiting { QueueWaits.shared.end(waiting) }
  }
}

/// A thread that runs the work it is given, one piece after another, and nothing else.
///
/// For things that must always be used from the same thread; a serial queue changes threads. It is
/// one of Dispatch's own threads, kept by a block that does not end, because neither Dispatch nor
/// the standard library can start a thread.
///
/// Thread safety: every member may be used from any thread.
public final class DedicatedThread: Sendable {
  private let work = UpdateBuffer<@Sendable () -> Void>()
  private let isThere = DispatchSemaphore(value: 0)

  /// Starts the thread. Debuggers show `label`.
  public init(label: String) {
    DispatchQueue(label: label).async { [work, isThere] in
      repeat { isThere.wait() } while Self.runNext(work)
    }
  }

  deinit { isThere.signal() }

  func post(_ work: @escaping @Sendable () -> Void) {
    _ = self.work.append(work)
    isThere.signal()
  }

  /// Returns false where there is none: the thread was dropped, and all was run.
  private static func runNext(_ work: UpdateBuffer<@Sendable () -> Void>) -> Bool {
    guard let next = work.popFirst() else { return false }
    next()
    return true
  }
}
