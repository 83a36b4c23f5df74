import BenchHarness
import Foundation

// How each part of a settings file becomes a value; Results/README.md explains the keys.

extension ExactSuite: SettingsValue {
  static let keys =
    ["strategies", "workloads", "seeds", "hop", "metrics", "allocations"] + CostModel.settingsKeys

  init(_ part: SettingsPart) throws {
    self.init(
      strategies: try part.text("strategies"), workloads: try part.text("workloads"),
      seeds: try part.list("seeds", of: "whole numbers", named: \.description) {
        (seed: UInt64) in seed
      } ?? part.missing("seeds"),
      costs: try CostModel(part), hopNanoseconds: try part.nanoseconds("hop") ?? 50_000,
      metrics: try part.list("metrics", of: "names of metrics", named: \.self) {
        (name: String) in name
      } ?? part.missing("metrics"),
      allocations: try part.part("allocations"))
    for name in metrics where ![Metric].usual(.virtual).contains(where: { $0.name == name }) {
      throw part.failure(
        "metrics",
        "'\(name)' is not a metric that the exact check can judge. "
          + "Results/README.md lists the metrics.")
    }
  }
}

extension ExactSuite.Allocations: SettingsValue {
  static let keys = ["strategies", "workloads", "seed"] + CostModel.settingsKeys

  init(_ part: SettingsPart) throws {
    self.init(
      strategies: try part.text("strategies"), workloads: try part.text("workloads"),
      seed: UInt64(try part.count("seed", 0...Int.max) ?? 1), costs: try CostModel(part))
  }
}

extension PairedSuite: SettingsValue {
  static let keys =
    [
      "seed", "cells", "quick-cells", "metrics", "screen-blocks", "confirm-blocks",
      "confirmed-cells", "screen-level", "confirm-level", "steady-variation",
    ] + CostModel.settingsKeys

  init(_ part: SettingsPart) throws {
    self.init(
      try part.parts("cells", of: "combinations", named: \.text) ?? part.missing("cells"))
    costs = try CostModel(part)
    seed = UInt64(try part.count("seed", 0...Int.max) ?? Int(seed))
    quickCells = try part.count("quick-cells", 1...cells.count) ?? min(cells.count, quickCells)
    metrics = try part.parts("metrics", of: "metrics", named: \.metric.name) ?? metrics
    screenBlocks = try part.count("screen-blocks", Self.minimumBlocks...1_000) ?? screenBlocks
    confirmBlocks = try part.count("confirm-blocks", 8...1_000) ?? confirmBlocks
    confirmedCells = try part.count("confirmed-cells", 1...100) ?? confirmedCells
    screenLevel = try part.number("screen-level", 0.000_001...0.5) ?? screenLevel
    confirmLevel = try part.number("confirm-level", 0.000_001...0.5) ?? confirmLevel
    steadyVariation = try part.share("steady-variation") ?? steadyVariation
  }
}

extension PairedSuite.Figure: SettingsValue {
  static let keys = ["name", "tolerance", "noisy-tolerance"]

  init(_ part: SettingsPart) throws {
    self.init()
    let name = try part.text("name")
    tolerance = try part.share("tolerance") ?? tolerance
    noisyTolerance = try part.share("noisy-tolerance") ?? noisyTolerance
    guard let named = [Metric].named(name), named.direction != .neither else {
      throw part.failure(
        "name",
        "'\(name)' is not a metric that the paired check can judge. Results/README.md lists the metrics."
      )
    }
    metric = named
  }
}

extension Accepted: SettingsValue {
  static let keys = ["strategy", "workload", "metric", "up-to", "until", "reason"]

  init(_ part: SettingsPart) throws {
    self.init(
      strategy: try part.text("strategy"), workload: try part.text("workload"),
      metric: try part.text("metric"),
      upTo: try part.share("up-to", upTo: 100) ?? part.missing("up-to"),
      until: try part.text("until"), reason: try part.text("reason"))
    guard let day = try? Date(until, strategy: Self.day), day.formatted(Self.day) == until else {
      throw part.failure("until", "give a date such as 2027-01-31, not '\(until)'.")
    }
  }
}

extension Cell: SettingsValue {
  static let keys = ["strategy", "workload"]

  init(_ part: SettingsPart) throws {
    self.init(try part.text("strategy"), try part.text("workload"))
  }
}

extension CostModel {
  static let settingsKeys = [
    "reload-cost", "row-change-cost", "content-cost", "visible-rows", "visible-row-cost",
    "latency-price",
  ]

  init(_ part: SettingsPart) throws {
    self.init()
    reloadNanoseconds = try part.nanoseconds("reload-cost") ?? reloadNanoseconds
    rowChangeNanoseconds = try part.nanoseconds("row-change-cost") ?? rowChangeNanoseconds
    contentNanoseconds = try part.nanoseconds("content-cost") ?? contentNanoseconds
    visibleRows = try part.count("visible-rows", 0...10_000) ?? visibleRows
    visibleRowNanoseconds = try part.nanoseconds("visible-row-cost") ?? visibleRowNanoseconds
    latencyPrice = try part.number("latency-price", 0...1_000_000) ?? latencyPrice
  }
}
