import BenchHarness
import Foundation

/// What the gate checks, as `Results/gate.yml` says it.
package struct GateSettings: Sendable {
  /// The schema of the file that this program reads.
  private static let schema = 1

  package let exact: ExactSuite
  package let paired: PairedSuite?

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

extension GateSettings {
  /// A settings file for a package that has none: its own strategies on everything in virtual time, and
  /// in real time where the registry has what short trials take.
  /// - Parameters:
  ///   - registry: what the program has registered.
  ///   - standard: the names of strategies that are not the package's own.
  /// - Returns: YAML, which ``init(path:)`` reads.
  package static func initial(_ registry: Registry, standard: Set<String>) -> String {
    let own = registry.strategies.filter { !standard.contains($0.name) }
    let virtual = own.filter { !$0.isRealTimeOnly }.map(\.name)
    let strategies = virtual.isEmpty ? "\"*\"" : virtual.joined(separator: ",")
    return """
      # What '\(ProgramName.text) gate' checks.
      schema: 1

      # In virtual time, for equality with the baseline. What your view costs: 'reload-cost: 8ms'.
      exact:
        strategies: \(strategies)
        workloads: "*"
        seeds: [1]
        metrics:
      \(list(metrics))

      """ + (own.isEmpty ? "" : paired(own.map(\.name), registry))
  }

  private static let metrics = [
    "deliveries", "latency_p50_ms", "latency_p99_ms", "latency_max_ms", "latency_mean_ms",
    "main_busy_share", "longest_block_ms", "cost_ratio", "lost_updates", "out_of_order_updates",
  ]

  /// Trials that take a tenth of a second; eight of each are enough for a first look.
  private static func paired(_ strategies: [String], _ registry: Registry) -> String {
    let short = [
      ("steady", "steady:rate=500:duration=60ms"),
      ("complete-all", "complete-all:updates=40:duration=60ms"),
    ].filter { name, _ in registry.workloads.contains { $0.name == name } }.map(\.1)
    guard !short.isEmpty else { return "" }
    let cells = strategies.flatMap { strategy in
      short.map { "{ strategy: \(strategy), workload: \"\($0)\" }" }
    }
    return """

      # Two builds in turns, in real time: 'gate --against OTHER-BUILD'.
      paired:
        reload-cost: 1ms
        cells:
      \(list(cells))

      """
  }

  private static func list(_ items: [String]) -> String {
    items.map { "    - \($0)" }.joined(separator: "\n")
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
