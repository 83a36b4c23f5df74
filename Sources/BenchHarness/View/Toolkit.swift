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
}

/// The views that a trial needs.
public struct ViewRequest: Sendable {
  /// The number of views.
  public var views: Int
  /// The number of sections in a view: row r is in section r modulo this number.
  public var sections: Int
  /// Whether the order of the rows matters; if so, a view starts without the trial's rows.
  public var isOrdered: Bool
  /// The maximum number of the workload's rows in a view; 0 if rows are not tracked.
  public var rowCapacity: Int
  /// The number of rows to reserve room for in each view; with many views, less than ``rowCapacity``, to save memory.
  var roomForRows: Int { views > 16 ? rowCapacity / views : rowCapacity }

  /// Makes a request.
  public init(views: Int, sections: Int, isOrdered: Bool, rowCapacity: Int) {
    (self.views, self.sections) = (views, sections)
    (self.isOrdered, self.rowCapacity) = (isOrdered, rowCapacity)
  }
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

/// Thrown if there is no screen or the screen was lost, for which no strategy is to blame.
public struct ToolkitUnavailable: Error, CustomStringConvertible, Sendable {
  /// Says what happened, then what to do.
  public let description: String

  /// Makes an error with a description.
  public init(_ description: String) { self.description = description }

  /// The exit code of a trial's process that has no screen: EX_UNAVAILABLE from sysexits.h.
  public static let exitCode: Int32 = 69
}

/// A toolkit that `--view` can select.
public struct ToolkitEntry: RegistryEntry, Sendable {
  package static let kind = "view"
  /// The name, in kebab-case.
  public let name: String
  /// The kind of views in one line, without a full stop.
  public let summary: String
  /// The parameters, given as in `--view name:parameter=value`.
  public let parameters: [Parameter]
  let make: @Sendable (ParameterValues) throws -> any Toolkit

  /// Describes a toolkit; `make` is called on the main thread.
  public init(
    name: String, summary: String, parameters: [Parameter] = [],
    make: @escaping @Sendable (ParameterValues) throws -> any Toolkit
  ) {
    (self.name, self.summary) = (name, summary)
    (self.parameters, self.make) = (parameters, make)
  }

  /// The built-in views, which draw nothing and spend CPU time according to a cost model.
  public static let headless = ToolkitEntry(
    name: "headless",
    summary: "built in; draws nothing, and spends CPU time according to the cost options"
  ) { _ in preconditionFailure("Make the headless toolkit from the costs of a trial instead.") }
}

extension Selection<ToolkitEntry>? {
  /// The chosen toolkit, or the built-in toolkit if none was chosen. Call on the main thread only.
  package func toolkit(costs: CostModel, work: ReloadWork) throws -> any Toolkit {
    guard let self, self.entry.name != ToolkitEntry.headless.name else {
      return HeadlessToolkit(costs: costs) { work.spend(nanoseconds: $0) }
    }
    return try self.entry.make(self.values)
  }
}
