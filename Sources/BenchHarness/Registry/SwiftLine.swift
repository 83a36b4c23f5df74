/// How an app writes the strategies of this package. `tableView`, `model`, `Row` and `Change` are
/// the app's own.
extension String {
  static func coalescer(_ policy: String, of update: String = "UpdateCount") -> String {
    "let updates = Coalescer<\(update)>(\(policy))"
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
  /// The modules, and products, that ``swift`` imports; empty for a strategy of another package.
  package var modules: [String] {
    if isCoalescer { return ["Coalesce"] }
    return isOfThisPackage ? ["Coalesce", "CoalesceStrategies"] : []
  }

  /// Its name in Swift, such as `.throttle`, if it differs from ``name``, which is a key in
  /// results. Lists may use either; the dot avoids clashes.
  package var swiftName: String? { Self.swiftNames[name] }

  private static let swiftNames = [
    "throttle-next-pass": ".throttle", "debounce-max-wait": ".debounce", "frame": ".frame",
    "pending-flag": ".nextPass", "balanced": ".balanced", "balanced-eager": ".balancedEager",
    "budgeted": ".budget",
  ]

  package var isOfThisPackage: Bool { Self.ownNames.contains(name) }

  private static let ownNames = Set([StrategyEntry].standard.map(\.name))
}

extension ParameterValues {
  /// The declared value in Swift: `.milliseconds(50)`, `100`, `0.25`, `true`, `.aWord`.
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
  /// In the largest unit that leaves no fraction; a 60 Hz frame as a fraction of a second.
  fileprivate var swift: String {
    let nanoseconds = wholeNanoseconds
    if self == .nanoseconds((Duration.seconds(1) / 60).wholeNanoseconds) {
      return ".seconds(1) / 60"
    }
    for (unit, size) in [
      ("seconds", 1_000_000_000), ("milliseconds", 1_000_000), ("microseconds", 1_000),
    ] as [(String, UInt64)] where nanoseconds % size == 0 {
      return ".\(unit)(\(nanoseconds / size))"
    }
    return ".nanoseconds(\(nanoseconds))"
  }
}
