import ArgumentParser
import BenchHarness
import BenchReport
import BenchRuns

struct CostOptions: ParsableArguments {
  @Option(
    help: .value(
      "name",
      "Whose costs: "
        + CostPreset.all.map { "'\($0.name)', \($0.summary)" }.joined(separator: "; ")
        + " (default: list). The options below change one of them."))
  var costs: String?

  @Option(
    help: .value(
      "duration",
      "Main-thread time of a reload, without its layout (list: 500us and 7.2ms); for 'simulate' also a "
        + "range, as in 2ms...16ms/4."),
    transform: { text in
      if !Self.isRange(text) { _ = try Duration.cost(text) }
      return text
    })
  var reloadCost: String?

  @Option(
    cost: "Main-thread time to lay out one visible row that changed (list: 600us).",
    visibility: .hidden)
  var visibleRowCost: Duration?

  @Option(
    help: .hidden("number", "The number of visible rows (list: 12)."))
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
    help: .value(
      "number", "Main-thread time you would trade for latency, in ns per ns saved (default: 0.02).")
  )
  var latencyPrice: Double?

  func validate() throws {
    try require("--visible-rows", visibleRows, 0...10_000)
    if let price = latencyPrice, !(0...1_000_000).contains(price) {
      throw ValidationError("--latency-price is \(price); it must be from 0 to 1000000.")
    }
  }

  /// Whether the costs of a reload are the usual ones, so that other costs are worth trying.
  var isUsual: Bool { costs == nil && reloadCost == nil }

  private static func isRange(_ cost: String) -> Bool { cost.contains("...") }

  /// Removes the range of costs of a reload, if one was given, and returns it.
  mutating func takeReloadCosts() -> String? {
    guard let reloadCost, Self.isRange(reloadCost) else { return nil }
    self.reloadCost = nil
    return reloadCost
  }

  var preset: CostPreset {
    get throws { try costs.map(CostPreset.named) ?? .list }
  }

  /// The costs of `preset`, except for those given.
  func model(_ preset: CostPreset) throws -> CostModel {
    var model = preset.costs
    if let reloadCost {
      guard !Self.isRange(reloadCost) else {
        throw ValidationError("Only 'simulate' takes a range for --reload-cost.")
      }
      model.set(\.reloadNanoseconds, try Duration.cost(reloadCost))
    }
    model.set(\.visibleRowNanoseconds, visibleRowCost)
    model.set(\.rowChangeNanoseconds, rowChangeCost)
    model.set(\.contentNanoseconds, contentCost)
    model.visibleRows = visibleRows ?? model.visibleRows
    model.latencyPrice = latencyPrice ?? model.latencyPrice
    return model
  }

  /// The costs of the chosen preset, except for those given, and the time that it takes to wake an idle thread.
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
