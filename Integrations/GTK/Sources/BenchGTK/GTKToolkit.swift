import BenchHarness
import CGtkList
import CoalesceStrategies
import Foundation

/// A view in the window.
protocol GTKView: ListView {
  /// Shows what the view begins with.
  func fill()
  /// Does, in each of some rounds from 1, what deliveries will do.
  func warmUp(_ round: Int)
}

/// GTK 4: its main loop, with the main queue as a source; its frame clock; and its list views or text views.
final class GTKToolkit: Toolkit {
  private let makeView: (_ number: Int, ViewRequest) -> any GTKView
  private let showsTexts: Bool
  private let drainPriority: Int32
  private var views: [any GTKView] = []
  private var frames = 0
  private weak var observer: (any MainLoopObserver)?

  /// Makes a window of lists.
  convenience init(_ values: ParameterValues) {
    let (rows, splices) = (values.count("rows"), values.choice("row-change") == 1)
    self.init(values, showsTexts: false) {
      GTKListView($0, $1, ownRows: rows, splicesChanges: splices)
    }
  }

  fileprivate init(
    _ values: ParameterValues, showsTexts: Bool,
    makeView: @escaping (_ number: Int, ViewRequest) -> any GTKView
  ) {
    self.makeView = makeView
    self.showsTexts = showsTexts
    drainPriority = Int32(values.choice("drain-priority") == 0 ? 0 : 121)
  }

  func open(_ request: ViewRequest, telling observer: any MainLoopObserver) throws
    -> [any ListView]
  {
    defer { self.observer = observer }
    views = (0..<request.views).map { makeView($0, request) }
    let owner = gtk_list_owner(
      context: Unmanaged.passUnretained(self).toOpaque(),
      moment: { GTKToolkit.at($0).tell($1) },
      text: { GTKToolkit.at($0).write(list: $1, position: $2, to: $3, size: $4) })
    guard gtk_list_open(owner, Int32(request.views), showsTexts, drainPriority) else {
      throw ToolkitUnavailable(
        "GTK found no display. Start it on a desktop, or under 'xvfb-run'.")
    }
    views.forEach { $0.fill() }
    gtk_list_show()
    warmUp()
    return views
  }

  /// Does a few times what deliveries will do, before anything is observed: what is done for the first time takes
  /// several times as long, such as the shapes of digits.
  private func warmUp() {
    for round in 1...8 {
      for view in views { view.warmUp(round) }
      let before = frames
      gtk_list_request_frame()
      while frames == before { turn() }
    }
  }

  func turn() {
    gtk_list_turn()
    GTKScheduler.shared.turnEnded()
  }

  var scheduler: any SourceScheduler { GTKScheduler.shared }

  private static func at(_ context: UnsafeMutableRawPointer?) -> GTKToolkit {
    guard let context else { preconditionFailure("The context is the toolkit.") }
    return Unmanaged<GTKToolkit>.fromOpaque(context).takeUnretainedValue()
  }

  private func tell(_ moment: gtk_moment) {
    switch moment {
    case GTK_MOMENT_WOKE:
      GTKScheduler.shared.woke()
      observer?.mainWoke()
    case GTK_MOMENT_FRAME: observer?.frameBegan()
    case GTK_MOMENT_UPDATE: GTKFrames.shared.begin()
    case GTK_MOMENT_LAID_OUT: observer?.frameWasLaidOut()
    case GTK_MOMENT_PAINTED:
      frames += 1
      observer?.frameWasPainted()
      GTKScheduler.shared.frameWasPainted()
    default: exit(ToolkitUnavailable.exitCode)
    }
  }

  private func write(
    list: Int32, position: UInt32, to text: UnsafeMutablePointer<CChar>?, size: Int
  ) {
    guard let text, let view = views[Int(list)] as? GTKListView else { return }
    var end = 0
    for byte in view.text(at: Int(position)).utf8.prefix(size - 1) {
      text[end] = CChar(bitPattern: byte)
      end += 1
    }
    text[end] = 0
  }
}

extension ToolkitEntry {
  /// A window of GTK 4 with a list for each view.
  static let gtk = ToolkitEntry(
    name: "gtk", summary: "real list views of GTK 4, in a window",
    parameters: [
      .count("rows", 1_000, "how many rows a list has, besides those a workload adds"),
      .choice(
        "row-change", ["notify", "splice"],
        "whether one changed row keeps its widget, or is replaced in the list"),
      drainPriority,
    ]
  ) { GTKToolkit($0) }

  /// A window of GTK 4 with a text for each view.
  static let text = ToolkitEntry(
    name: "text", summary: "real text views of GTK 4, in a window; each update appends to the text",
    parameters: [
      .count("lines", 1, "how many lines a text has, besides those a workload adds"),
      .choice("update", ["line", "character"], "what an update appends"),
      drainPriority,
    ]
  ) { values in
    let (lines, showsLines) = (values.count("lines"), values.choice("update") == 0)
    return GTKToolkit(values, showsTexts: true) {
      GTKTextView($0, $1, ownLines: lines, showsLines: showsLines)
    }
  }

  private static let drainPriority = Parameter.choice(
    "drain-priority", ["0", "121"],
    "the main queue's priority among GLib's sources: 0 is ahead of drawing, 121 behind it")
}
