import BenchHarness
import Foundation
import Yams

/// What the gate checks, as `Results/gate.yml` says it.
package struct GateSettings: Decodable, Sendable {
  /// The schema of the file that this program reads.
  private static let schema = 1

  package let exact: ExactSuite
  package let paired: PairedSuite?

  /// Reads the YAML file at `path`. Unknown keys, values of another kind and empty lists are refused
  /// with the path of their key.
  /// - Throws: ``BenchError/badSettings(file:line:cause:)``, ``BenchError/cannotRead(path:cause:)``.
  package init(path: String) throws {
    let bad = { (cause: String) in
      BenchError.badSettings(
        file: path, line: nil,
        cause: "\(cause). Name it with --settings, or start with '\(ProgramName.text) gate --init'."
      )
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
    try self.init(text, file: path)
  }

  /// Reads `text`, the whole of `file`.
  init(_ text: String, file: String) throws {
    do {
      let strict = SettingsPart.isStrict.map { [$0: true] } ?? [:]
      self = try YAMLDecoder().decode(GateSettings.self, from: text, userInfo: strict)
    } catch DecodingError.dataCorrupted(let context) {
      if let error = context.underlyingError as? YamlError { throw error.settingsError(file) }
      let path = context.codingPath.map { $0.intValue.map { "\($0 + 1)" } ?? $0.stringValue }
      throw BenchError.badSettings(
        file: file, line: nil,
        cause: "\(path.joined(separator: ".")): \(context.debugDescription)")
    } catch is DecodingError {
      throw BenchError.badSettings(file: file, line: nil, cause: "it holds no keys with values.")
    }
  }

  package init(from decoder: any Decoder) throws {
    let part = try SettingsPart(decoder, ["schema", "exact", "paired"])
    guard try part.required("schema", { try part.count($0, 0...Int.max) }) == Self.schema else {
      throw part.failure(
        "schema",
        "it is written for another version of bench; this one reads schema \(Self.schema).")
    }
    exact = try part.required("exact", part.part)
    paired = try part.part("paired")
  }
}

extension YamlError {
  fileprivate func settingsError(_ file: String) -> BenchError {
    let (mark, problem): (Mark?, String) =
      switch self {
      case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
        .composer(_, let problem, let mark, _):
        (mark, problem)
      case .duplicatedKeysInMapping(let duplicates, let context):
        (context.mark, "it has \(duplicates.joined(separator: ", ")) twice")
      default: (nil, "\(self)")
      }
    return .badSettings(file: file, line: mark?.line, cause: "it is not valid YAML: \(problem).")
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
