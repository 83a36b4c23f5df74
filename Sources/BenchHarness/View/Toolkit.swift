public import CoalesceStrategies

/// Shows lists on a screen in a real-time trial: provides the main loop and the views.
///
/// The harness makes a toolkit in each trial's process and calls it on the main thread only: ``open(_:telling:)``, then
/// ``turn()`` until the trial is over. The loop must serve libdispatch's main queue, because strategies deliver on it.
public protocol Toolkit: AnyObject {
  /// Opens the screen and makes the views, filled and shown, in the order of their numbers. Reports main-thread events
  /// to `observer`, which outlives the toolkit. Throws ``ToolkitUnavailable`` if there is no screen.
  func open(_ request: ViewRequest, telling observer: any MainLoopObserver) throws -> [any ListView]

  /// Runs the main loop once: sleeps until there is work, and does the work.
  func turn()

  /// The scheduler of the main thread, which may report when frames are painted. The app's own by default.
  var scheduler: any SourceScheduler { get }
}

extension Toolkit {
  /// The app's own main thread.
  public var scheduler: any SourceScheduler { mainScheduler }
}

/// Receives main-thread events from a toolkit with its own frames. Otherwise, a delivery is shown when its turn ends.
public protocol MainLoopObserver: AnyObject {
  /// The main thread has stopped waiting and begins to work. Only the last call before a turn's work counts.
  func mainWoke()
  /// A frame has begun.
  func frameBegan()
  /// The frame's layout is done, and painting follows; may not be called if nothing was laid out.
  func frameWasLaidOut()
  /// The frame is painted: all earlier deliveries are on the screen.
  func frameWasPainted()
}

/// Thrown if there is no screen or the screen was lost, which is not a strategy's fault.
public struct ToolkitUnavailable: Error, CustomStringConvertible, Sendable {
  /// Says what happened, then what to do.
  public let description: String

  /// Makes an error with a description.
  public init(_ description: String) { self.description = description }

  /// The exit code of a trial's process that has no screen: EX_UNAVAILABLE from sysexits.h.
  public static let exitCode: Int32 = 69
}
