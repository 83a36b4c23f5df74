import BenchHarness
import Foundation

// How each part of a settings file becomes a value; Results/README.md explains the keys.

extension ExactSuite: SettingsValue {
  init(_ part: SettingsPart) {
    self.init(
      strategies: part.text("strategies"), workloads: part.text("workloads"),
      seeds: part.list("seeds", of: "whole numbers", named: \.description),
      hopNanoseconds: part.nanoseconds("hop") ?? 50_000,
      metrics: part.list("metrics", of: "names of metrics", named: \.self),
      allocations: part.part("allocations"))
    costs = CostModel(part)
    let known = [Metric].usual(.virtual).map(\.name)
    if let name = metrics.first(where: { !known.contains($0) }) {
      part.fail(
        "metrics",
        "'\(name)' is not a metric that the exact check can judge. "
          + "Results/README.md lists the metrics.")
    }
  }
}

extension ExactSuite.Allocations: SettingsValue {
  init(_ part: SettingsPart) {
    self.init(
      strategies: part.text("strategies"), workloads: part.text("workloads"),
      seed: UInt64(part.count("seed", 0...Int.max) ?? 1), costs: CostModel(part))
  }
}

extension PairedSuite: SettingsValue {
  init(_ part: SettingsPart) {
    self.init([])
    seed = UInt64(part.count("seed", 0...Int.max) ?? Int(seed))
    cells = part.parts("cells", of: "combinations", named: \.text) ?? part.missing("cells", [])
    let count = max(1, cells.count)
    quickCells = part.count("quick-cells", 1...count) ?? min(count, quickCells)
    metrics = part.parts("metrics", of: "metrics", named: \.metric.name) ?? metrics
    screenBlocks = part.count("screen-blocks", Self.minimumBlocks...1_000) ?? screenBlocks
    confirmBlocks = part.count("confirm-blocks", 8...1_000) ?? confirmBlocks
    confirmedCells = part.count("confirmed-cells", 1...100) ?? confirmedCells
    screenLevel = part.number("screen-level", 0.000_001...0.5) ?? screenLevel
    confirmLevel = part.number("confirm-level", 0.000_001...0.5) ?? confirmLevel
    steadyVariation = part.share("steady-variation") ?? steadyVariation
    costs = CostModel(part)
  }
}

extension PairedSuite.Figure: SettingsValue {
  init(_ part: SettingsPart) {
    let name = part.text("name")
    tolerance = part.share("tolerance") ?? tolerance
    noisyTolerance = part.share("noisy-tolerance") ?? noisyTolerance
    if let named = [Metric].named(name), named.direction != .neither {
      metric = named
    } else {
      part.fail(
        "name",
        "'\(name)' is not a metric that the paired check can judge. Results/README.md lists the metrics."
      )
    }
  }
}

extension Accepted: SettingsValue {
  init(_ part: SettingsPart) {
    self.init(
      strategy: part.text("strategy"), workload: part.text("workload"),
      metric: part.text("metric"),
      upTo: part.share("up-to", upTo: 100) ?? part.missing("up-to", 0),
      until: part.text("until"), reason: part.text("reason"))
    let day = try? Date(until, strategy: Self.day)
    if day?.formatted(Self.day) != until {
      part.fail("until", "give a date such as 2027-01-31, not '\(until)'.")
    }
  }
}

extension Cell: SettingsValue {
  init(_ part: SettingsPart) { self.init(part.text("strategy"), part.text("workload")) }
}

extension CostModel {
  init(_ part: SettingsPart) {
    self.init()
    reloadNanoseconds = part.nanoseconds("reload-cost") ?? reloadNanoseconds
    rowChangeNanoseconds = part.nanoseconds("row-change-cost") ?? rowChangeNanoseconds
    contentNanoseconds = part.nanoseconds("content-cost") ?? contentNanoseconds
    visibleRows = part.count("visible-rows", 0...10_000) ?? visibleRows
    visibleRowNanoseconds = part.nanoseconds("visible-row-cost") ?? visibleRowNanoseconds
    latencyPrice = part.number("latency-price", 0...1_000_000) ?? latencyPrice
  }
}
