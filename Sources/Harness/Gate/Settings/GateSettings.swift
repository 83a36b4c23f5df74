import Foundation
/// What the gate checks, as `Results/gate.yml` says it.
public struct GateSettings: Codable, Sendable, Equatable {
  /// The schema of the file that this program reads.
  public static let schema = 1

  /// The half that needs no statistics.
  public var exact: ExactSuite
  /// The half that compares two builds in real time; nil for none.
  public var paired: PairedSuite?

  /// Reads the YAML file at `path`. Unknown keys, values of another kind and empty lists are refused
  /// with line and column.
  /// - Throws: ``HarnessError/badSettings(file:line:column:cause:)``.
  public init(path: String) throws {
    guard let data = FileManager.default.contents(atPath: path),
      let text = String(data: data, encoding: .utf8)
    else {
      throw HarnessError.badSettings(
        file: path, line: nil, column: nil,
        cause: "it is not there, not readable or no text in UTF-8. Name it with --settings.")
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
    "reload-cost", "row-change-cost", "visible-rows", "visible-row-cost", "latency-price",
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
      latencyPrice: try keys["latency-price"]?.number(0...1_000_000) ?? usual.latencyPrice)
  }
}
