/// Shows lists on a screen, in a trial in real time: its main loop, and its views.
///
/// The harness makes one in the process of each trial and calls it on the main thread only: ``open(_:telling:)``, then
/// ``turn()`` until the trial is over. The loop must serve libdispatch's main queue, because strategies deliver on it.
public protocol Toolkit: AnyObject {
  /// Opens the screen and makes the views, filled and shown, in the order of their numbers. `observer` is told what the
  /// main thread does, and outlives the toolkit. Throws ``ToolkitUnavailable`` if there is no screen.
  func open(_ request: ViewRequest, telling observer: any MainLoopObserver) throws -> [any ListView]

  /// Turns the main loop once: sleeps until there is something to do, and does it.
  func turn()
}

/// Which views a trial needs.
public struct ViewRequest: Sendable {
  /// How many views.
  public var views: Int
  /// How many sections a view has: row r is in section r modulo this.
  public var sections: Int
  /// Whether the order of the rows matters; then a view begins without the trial's rows.
  public var isOrdered: Bool
  /// How many rows of the workload there can be in a view.
  public var rowCapacity: Int
  /// A share of it if there are many views, because unused room costs memory.
  var roomForRows: Int { views > 16 ? rowCapacity / views : rowCapacity }

  /// Makes a request.
  public init(views: Int, sections: Int, isOrdered: Bool, rowCapacity: Int) {
    (self.views, self.sections) = (views, sections)
    (self.isOrdered, self.rowCapacity) = (isOrdered, rowCapacity)
  }
}

/// What a toolkit with its own frames tells, on the main thread. One that tells nothing shows deliveries at turn's end.
public protocol MainLoopObserver: AnyObject {
  /// The main thread has stopped waiting and works from here on. The last call in a turn counts.
  func mainWoke()
  /// A frame has begun.
  func frameBegan()
  /// The frame's layout is done, and it is going to be painted; not told where nothing is laid out.
  func frameWasLaidOut()
  /// The frame is painted: what was delivered before is on the screen.
  func frameWasPainted()
}

/// Why there is no screen, or none any longer. No strategy is to blame.
public struct ToolkitUnavailable: Error, CustomStringConvertible, Sendable {
  /// What happened, then what to do.
  public let description: String

  /// Says why.
  public init(_ description: String) { self.description = description }

  /// The exit code of a trial's process that lost its screen: EX_UNAVAILABLE of sysexits.h.
  public static let exitCode: Int32 = 69
}

/// A toolkit that `--view` can choose.
public struct ToolkitEntry: RegistryEntry, Sendable {
  package static let kind = "view"
  /// Kebab-case.
  public let name: String
  /// One sentence without a full stop.
  public let summary: String
  /// What can be set; each is an option of the command line, too.
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

  /// The built-in views, which draw nothing and take as long as a cost model says.
  public static let headless = ToolkitEntry(
    name: "headless",
    summary: "built in; draws nothing, spends CPU time according to the cost options"
  ) { _ in preconditionFailure("It is made from the costs of a trial.") }
}

extension Selection<ToolkitEntry>? {
  /// The toolkit that was chosen, else the built-in one. On the main thread only.
  package func toolkit(costs: CostModel, work: ReloadWork) throws -> any Toolkit {
    guard let self, self.entry.name != ToolkitEntry.headless.name else {
      return HeadlessToolkit(costs: costs) { work.spend(nanoseconds: $0) }
    }
    return try self.entry.make(self.values)
  }
}
