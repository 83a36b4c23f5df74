/// Swift code that creates this package's strategies. The app provides `tableView`, `model`, `Row` and `Change`.
extension String {
  static func coalescer(_ policy: String) -> String {
    "let updates = Coalescer<UpdateCount>(\(policy))"
  }

  /// Code from ``coalescer(_:)``, changed to collect IDs of changed rows, not a count; other code is left unchanged.
  func byRows(limit: String) -> String {
    guard contains("Coalescer<UpdateCount>(") else { return self }
    return replacing("Coalescer<UpdateCount>(", with: "Coalescer<ChangedIDs<Row.ID>>(") + """
       {
        $0.ids.count > \(limit) ? tableView.reloadData() : tableView.reconfigure($0.ids)
      }
      """
  }

  static func reloading(_ strategy: String) -> String {
    "let updates = \(strategy)<UpdateCount> { _ in tableView.reloadData() }"
  }

  static func showing(_ strategy: String, _ arguments: String = "") -> String {
    let list = arguments.isEmpty ? "" : "(\(arguments))"
    return "let updates = \(strategy)<Change>\(list) { tableView.show($0) }"
  }
}

extension StrategyEntry {
  /// The modules that the code of ``swift`` imports, named like their products; empty for other packages' strategies.
  package var modules: [String] {
    if isInCoalesce { return ["Coalesce"] }
    return isOfThisPackage ? ["Coalesce", "CoalesceStrategies"] : []
  }

  package var isOfThisPackage: Bool { Self.ownNames.contains(name) }

  private static let ownNames = Set([StrategyEntry].standard.map(\.name))
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
  /// The duration as Swift source, in the largest unit that needs no fraction; a 60 Hz frame is `.seconds(1) / 60`.
  fileprivate var swift: String {
    if self == .nanoseconds((Duration.seconds(1) / 60).wholeNanoseconds) {
      return ".seconds(1) / 60"
    }
    let (count, unit) = whole
    return ".\(unit.word)(\(count))"
  }
}
