/// The Swift code that creates a strategy in an app, which has a `tableView`, a `model`, and the types `Row` and `Change`.
public struct SwiftLine: Sendable {
  /// The code that creates the group of the screen's strategies; nil without a group.
  private var screen: String?
  private let type: String
  private var updates: String?
  private let arguments: String
  private var portion: String?
  private let handler: String?
  /// A comment above the code that says what the app must add.
  private var comment: String?

  /// Creates a `type`, generic over `updates` if those are given; its trailing closure is `handler`, if given.
  public init(
    _ type: String, of updates: String? = nil, arguments: String = "", handler: String? = nil
  ) {
    self.type = type
    self.updates = updates
    self.arguments = arguments
    self.handler = handler
  }

  /// Creates a coalescer that counts updates, with these arguments, in the group that `screen` creates, if given.
  public static func coalescer(_ arguments: String, in screen: String? = nil) -> SwiftLine {
    var line = SwiftLine("Coalescer", of: "UpdateCount", arguments: arguments)
    line.screen = screen
    return line
  }

  static func reloading(_ type: String) -> SwiftLine {
    SwiftLine(type, of: "UpdateCount", handler: "_ in tableView.reloadData()")
  }

  static func showing(_ type: String, _ arguments: String = "") -> SwiftLine {
    SwiftLine(type, of: "Change", arguments: arguments, handler: "tableView.show($0)")
  }

  /// The same coalescer, but of the IDs of changed rows. Leaves other strategies unchanged. 0 means no fixed limit.
  func byRows(limit: Int) -> SwiftLine {
    guard type == "Coalescer" else { return self }
    var line = self
    line.updates = "\(Self.changedIDs)Row.ID>"
    line.comment =
      limit > 0
      ? "Apply up to \(limit) ids row by row; reload the view for more."
      : "Apply ids row by row; reload the view for so many that a reload takes less time."
    return line
  }

  /// The same coalescer, but of changes in order, which it delivers in portions.
  func inPortions(_ portion: String) -> SwiftLine {
    var line = self
    line.updates = "OrderedUpdates<Change>"
    line.portion = portion
    return line
  }

  private static let changedIDs = "ChangedIDs<"

  /// The same coalescer, but of the update `type` that an app already uses. Leaves other strategies unchanged, and a
  /// coalescer that needs the IDs of rows if the type has none.
  package func of(_ type: String?) -> SwiftLine {
    guard let type, self.type == "Coalescer" else { return self }
    let needsIDs = updates?.hasPrefix(Self.changedIDs) == true
    guard !needsIDs || type.hasPrefix(Self.changedIDs) else { return self }
    var line = self
    line.updates = type
    return line
  }

  /// The code, which declares `updates`.
  public var text: String {
    let group = screen.map { "let screen = \($0)\n" } ?? ""
    let note = comment.map { "// \($0)\n" } ?? ""
    let generic = updates.map { "<\($0)>" } ?? ""
    let all = [
      arguments.isEmpty ? nil : arguments, portion.map { "portion: \($0)" },
      screen.map { _ in "on: .group(screen)" },
    ].compactMap(\.self).joined(separator: ", ")
    let list = all.isEmpty && handler != nil ? "" : "(\(all))"
    let closure = handler.map { $0.count > 60 ? " {\n  \($0)\n}" : " { \($0) }" } ?? ""
    return "\(group)\(note)let updates = \(type)\(generic)\(list)\(closure)"
  }
}

extension ParameterValues {
  /// The value of a declared parameter as Swift source: `.milliseconds(50)`, `100`, `0.25`, `true`, `.aWord`.
  public func swift(_ name: String) -> String {
    switch kind(name) {
    case .duration: duration(name).swift
    case .count: "\(count(name))"
    case .flag: "\(flag(name))"
    case .choice(let words): ".\(words[choice(name)])"
    case .rate, .number, .share: "\(number(name))"
    }
  }
}

extension Duration {
  /// Exactly 1/60 or 1/120 s, if equal in whole nanoseconds: rounded frames drift from the display within hours.
  var ofDisplay: Duration {
    [60, 120].map { .seconds(1) / $0 }.first { $0.wholeNanoseconds == wholeNanoseconds } ?? self
  }

  /// The duration as Swift source, in the largest unit that needs no fraction; a 60 Hz frame is `.seconds(1) / 60`.
  fileprivate var swift: String {
    if ofDisplay == .seconds(1) / 60 { return ".seconds(1) / 60" }
    let (count, unit) = whole
    return ".\(unit.word)(\(count))"
  }
}
