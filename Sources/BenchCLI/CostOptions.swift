import ArgumentParser
import BenchHarness
import BenchReport
import BenchRuns

struct CostOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Whose costs: "
        + CostPreset.all.map { "'\($0.name)', \($0.summary)" }.joined(separator: "; ")
        + " (default: list). The options below change one of them.", valueName: "name"))
  var costs: String?

  @Option(
    help: ArgumentHelp(
      "Main-thread time of a reload, without its layout (list: 500us and 7.2ms); for 'simulate' also a "
        + "range, as in 2ms...16ms/4.", valueName: "duration"),
    transform: Cost.init)
  var reloadCost: Cost?

  enum Cost {
    case one(Duration)
    case range(String)

    init(_ text: String) throws {
      self = text.contains("...") ? .range(text) : .one(try Duration.cost(text))
    }
  }

  @Option(
    cost: "Main-thread time to lay out one visible row that changed (list: 600us).",
    visibility: .hidden)
  var visibleRowCost: Duration?

  @Option(
    help: ArgumentHelp(
      "The number of visible rows (list: 12).", valueName: "number", visibility: .hidden))
  var visibleRows: Int?

  @Option(cost: "Main-thread time of a single row change (list: 10us).", visibility: .hidden)
  var rowChangeCost: Duration?

  @Option(
    cost:
      "Main-thread time per row of the view at each layout commit, if a layout covers all rows "
      + "(list: 0).",
    visibility: .hidden)
  var contentCost: Duration?

  @Option(
    help: ArgumentHelp(
      "Main-thread time you would trade for latency, in ns per ns saved (default: 0.02).",
      valueName: "number"))
  var latencyPrice: Double?

  func validate() throws {
    try require("--visible-rows", visibleRows, 0...10_000)
    if let price = latencyPrice, !(0...1_000_000).contains(price) {
      throw ValidationError("--latency-price is \(price); it must be from 0 to 1000000.")
    }
    _ = try preset
  }

  /// Whether the costs of a reload are the usual ones, so that others are worth a look.
  var isUsual: Bool { costs == nil && reloadCost == nil }

  /// Removes the range of costs of a reload, if one was given, and returns it.
  mutating func takeReloadCosts() -> String? {
    guard case .range(let text) = reloadCost else { return nil }
    reloadCost = nil
    return text
  }

  var preset: CostPreset {
    get throws { try costs.map(CostPreset.named) ?? .list }
  }

  /// The costs of `preset`, except for those given.
  func model(_ preset: CostPreset) throws -> CostModel {
    var model = preset.costs
    switch reloadCost {
    case .one(let cost): model.set(\.reloadNanoseconds, cost)
    case .range: throw ValidationError("Only 'simulate' takes a range for --reload-cost.")
    case nil: break
    }
    model.set(\.visibleRowNanoseconds, visibleRowCost)
    model.set(\.rowChangeNanoseconds, rowChangeCost)
    model.set(\.contentNanoseconds, contentCost)
    model.visibleRows = visibleRows ?? model.visibleRows
    model.latencyPrice = latencyPrice ?? model.latencyPrice
    return model
  }

  /// The costs of the chosen preset, except for those given, and what it takes to wake an idle thread.
  func simulated(_ virtual: VirtualCostOptions) throws -> (CostModel, hop: Duration) {
    let preset = try preset
    var model = try model(preset)
    model.screen = try virtual.screen(preset)
    return (model, virtual.hop ?? preset.hop)
  }
}

extension CostModel {
  fileprivate mutating func set(_ cost: WritableKeyPath<CostModel, UInt64>, _ given: Duration?) {
    if let given { self[keyPath: cost] = given.wholeNanoseconds }
  }
}
