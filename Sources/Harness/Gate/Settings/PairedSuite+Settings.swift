extension PairedSuite {
  /// Reads the part `paired` of a settings file; what is missing is as in a suite that says no more than its cells.
  /// - Throws: ``HarnessError/badSettings(file:line:column:cause:)``.
  init(_ node: SettingsNode) throws {
    let keys = try node.mapping(
      [
        "seed", "cells", "quick-cells", "metrics", "screen-blocks", "confirm-blocks",
        "confirmed-cells", "screen-level", "confirm-level", "steady-variation",
      ] + CostModel.settingsKeys)
    let usual = PairedSuite(cells: [])
    let cells = try keys.required("cells").list().map { try PairedCell($0) }
    self.init(
      seed: UInt64(try keys["seed"]?.count(0...Int.max) ?? Int(usual.seed)),
      costs: try CostModel(keys), cells: cells,
      quickCells: try keys["quick-cells"]?.count(1...cells.count)
        ?? min(cells.count, usual.quickCells),
      metrics: try keys["metrics"]?.list().map { try PairedMetric($0) } ?? usual.metrics,
      screenBlocks: try keys["screen-blocks"]?.count(Self.minimumBlocks...1_000)
        ?? usual.screenBlocks,
      confirmBlocks: try keys["confirm-blocks"]?.count(8...1_000) ?? usual.confirmBlocks,
      confirmedCells: try keys["confirmed-cells"]?.count(1...100) ?? usual.confirmedCells,
      screenLevel: try keys["screen-level"]?.number(0.000_001...0.5) ?? usual.screenLevel,
      confirmLevel: try keys["confirm-level"]?.number(0.000_001...0.5) ?? usual.confirmLevel,
      steadyVariation: try keys["steady-variation"]?.share() ?? usual.steadyVariation)
  }
}

extension PairedCell {
  fileprivate init(_ node: SettingsNode) throws {
    let keys = try node.mapping(["strategy", "workload"])
    self.init(
      strategy: try keys.required("strategy").text(), workload: try keys.required("workload").text()
    )
  }
}

extension PairedMetric {
  fileprivate init(_ node: SettingsNode) throws {
    let keys = try node.mapping(["name", "tolerance", "noisy-tolerance"])
    let usual = PairedMetric()
    let name = try keys.required("name").text()
    guard [Metric].standard.contains(where: { $0.name == name && $0.direction != .neither }) else {
      throw try keys.required("name").failure(
        "there is no metric '\(name)' that is better or worse. Results/README.md names them.")
    }
    self.init(
      name: name, tolerance: try keys["tolerance"]?.share() ?? usual.tolerance,
      noisyTolerance: try keys["noisy-tolerance"]?.share() ?? usual.noisyTolerance)
  }
}
