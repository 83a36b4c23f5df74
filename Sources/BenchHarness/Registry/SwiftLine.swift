/// How the strategies of this package are written in an app. The names that stand for the app's own:
/// `tableView` is the view, `model` the model, `Row` and `Change` are a row and the change of one.
extension String {
  static func coalescer(_ policy: String, of update: String = "UpdateCount") -> String {
    "let updates = Coalescer<\(update)>(\(policy))"
  }

  /// The line that makes a strategy whose deliveries reload the view.
  static func reloading(_ strategy: String) -> String {
    "let updates = \(strategy)<UpdateCount> { _ in tableView.reloadData() }"
  }

  /// The line that makes a strategy whose deliveries show one change each.
  static func showing(_ strategy: String, _ arguments: String = "") -> String {
    let list = arguments.isEmpty ? "" : "(\(arguments))"
    return "let updates = \(strategy)<Change>\(list) { tableView.show($0) }"
  }
}

extension StrategyEntry {
  /// What ``swift`` imports: modules of this package, and products of the same names; empty where the
  /// strategy is not of this package.
  package var modules: [String] {
    if isCoalescer { return ["Coalesce"] }
    return isOfThisPackage ? ["Coalesce", "CoalesceStrategies"] : []
  }

  /// Its name in Swift, as in `.throttle`, where that is another one: ``name`` is a key in results and stays. A
  /// list of strategies may have it instead. The dot keeps it apart from the key of another strategy.
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
  /// The value of that name, which must be declared, as Swift has it: `.milliseconds(50)`, `100`,
  /// `0.25`, `true`, `.aWord`.
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
  /// The duration in the largest unit that leaves no fraction; a frame of 60 a second as that.
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
