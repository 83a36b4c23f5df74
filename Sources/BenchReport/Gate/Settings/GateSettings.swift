import BenchHarness
import Foundation

/// What the gate checks, as `Results/gate.yml` says it.
package struct GateSettings: Codable, Sendable, Equatable {
  /// The schema of the file that this program reads.
  package static let schema = 1

  /// The check that needs no statistics.
  package var exact: ExactSuite
  /// The check that compares two builds in real time; nil for none.
  package var paired: PairedSuite?

  /// Reads the YAML file at `path`. Unknown keys, values of another kind and empty lists are refused
  /// with line and column.
  /// - Throws: ``BenchError/badSettings(file:line:column:cause:)``,
  ///   ``BenchError/cannotRead(path:cause:)``.
  package init(path: String) throws {
    let bad = { (cause: String) in
      BenchError.badSettings(
        file: path, line: nil, column: nil, cause: "\(cause). Name it with --settings.")
    }
    let data: Data
    do {
      data = try Data(whole: URL(fileURLWithPath: path))
    } catch {
      throw error.isWrongFile
        ? bad("it cannot be read: \(error.fileCause)")
        : BenchError.cannotRead(path: path, cause: error.fileCause + ".")
    }
    guard let text = String(data: data, encoding: .utf8) else {
      throw bad("it is not text in UTF-8")
    }
    try self.init(SettingsNode(text, file: path))
  }

  init(_ node: SettingsNode) throws {
    let keys = try node.mapping(["schema", "exact", "paired"])
    let schema = try keys.required("schema")
    guard try schema.count(0...Int.max) == Self.schema else {
      throw schema.failure(
        "it is written for another version of bench; this one reads schema \(Self.schema).")
    }
    exact = try ExactSuite(keys.required("exact"))
    paired = try keys["paired"].map { try PairedSuite($0) }
  }
}

extension CostModel {
  /// The keys that a part of a settings file with costs has.
  static let settingsKeys = [
    "reload-cost", "row-change-cost", "content-cost", "visible-rows", "visible-row-cost",
    "latency-price",
  ]

  /// What is missing costs what it costs without options.
  init(_ keys: SettingsMapping) throws {
    let usual = CostModel()
    self.init(
      reload: try keys["reload-cost"]?.duration() ?? .nanoseconds(Int64(usual.reloadNanoseconds)),
      visibleRow: try keys["visible-row-cost"]?.duration()
        ?? .nanoseconds(Int64(usual.visibleRowNanoseconds)),
      visibleRows: try keys["visible-rows"]?.count(0...10_000) ?? usual.visibleRows,
      rowChange: try keys["row-change-cost"]?.duration()
        ?? .nanoseconds(Int64(usual.rowChangeNanoseconds)),
      content: try keys["content-cost"]?.duration() ?? .zero,
      latencyPrice: try keys["latency-price"]?.number(0...1_000_000) ?? usual.latencyPrice)
  }
}

extension PairedSuite {
  /// Reads the part `paired` of a settings file; what is missing is as in a suite that says no more than its cells.
  init(_ node: SettingsNode) throws {
    let keys = try node.mapping(
      [
        "seed", "cells", "quick-cells", "metrics", "screen-blocks", "confirm-blocks",
        "confirmed-cells", "screen-level", "confirm-level", "steady-variation",
      ] + CostModel.settingsKeys)
    let usual = PairedSuite(cells: [])
    let cells = try keys.required("cells").list().map { try Cell($0) }
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

extension Cell {
  fileprivate init(_ node: SettingsNode) throws {
    let keys = try node.mapping(["strategy", "workload"])
    self.init(try keys.required("strategy").text(), try keys.required("workload").text())
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
