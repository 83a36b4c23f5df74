import BenchHarness
import BenchReport
import Foundation
import Yams

extension GateSettings {
  package init(path: String) throws {
    do {
      let data = try Data(results: URL(fileURLWithPath: path))
      try self.init(String(decoding: data, as: UTF8.self), file: path)
    } catch BenchError.badResults(_, _, let cause) {
      let advice = "Name it with --settings, or start with '\(ProgramName.text) gate --init'."
      throw BenchError.badSettings(file: path, cause: "\(cause) \(advice)")
    }
  }

  init(_ text: String, file: String) throws {
    func bad(_ cause: String, line: Int? = nil) -> BenchError {
      .badSettings(file: file, line: line, cause: cause)
    }
    do {
      self = try YAMLDecoder().decode(GateSettings.self, from: text)
      self.file = file
    } catch DecodingError.dataCorrupted(let context) {
      if let error = context.underlyingError as? YamlError {
        throw bad("it is not valid YAML: \(error.place.problem).", line: error.place.line)
      }
      let path = context.codingPath.map { $0.intValue.map { "\($0 + 1)" } ?? $0.stringValue }
      throw bad("\(path.joined(separator: ".")): \(context.debugDescription)")
    } catch is DecodingError {
      throw bad("it has no keys with values.")
    }
  }

  /// Runs `work`, and turns a usage error that it throws into an error at `key` of the settings.
  package func at<Value>(_ key: String, _ work: () throws -> Value) throws -> Value {
    do {
      return try work()
    } catch let error as BenchError where error.isUsage {
      throw failure(key, error)
    }
  }

  func failure(_ key: String, _ error: BenchError) -> BenchError {
    .badSettings(file: file, cause: "\(key): \(error)")
  }

  /// Throws if this program cannot run a combination. The paired check may have names that the program does not know.
  /// `exact` is false if the exact check is left out.
  package func check(_ registry: Registry, exact isExact: Bool) throws {
    if isExact {
      // What a run refuses does not depend on its seed.
      try at("exact") { _ = try exact.runs(registry).first.map(VirtualRun.init) }
      try at("exact.allocations") { _ = try exact.allocations?.run(registry).plans() }
    }
    guard let paired else { return }
    for (number, cell) in paired.cells.enumerated() where cell.isKnown(registry) {
      try at("paired.cells.\(number + 1)") {
        _ = try Selection.one(cell.strategy, from: registry.strategies)
        _ = try paired.plan(of: cell, registry)
      }
    }
  }

  /// The package's own strategies (those not in `standard`) that these settings do not name.
  package func notGated(_ registry: Registry, standard: Set<String>) -> [String] {
    // Ignores exclusions, so that a strategy excluded from a glob counts as named.
    let named = SelectionList(exact.strategies).chosen.flatMap { item in
      ((try? [Selection].strategies(item, from: registry.strategies, time: .virtual)) ?? [])
        .map(\.entry.name)
    }
    let paired = (paired?.cells ?? []).map { String($0.strategy.prefix { $0 != ":" }) }
    return registry.strategies.map(\.name).filter {
      !standard.contains($0) && !named.contains($0) && !paired.contains($0)
    }
  }
}

extension YamlError {
  fileprivate var place: (problem: String, line: Int?) {
    switch self {
    case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
      .composer(_, let problem, let mark, _):
      (problem, mark.line)
    case .duplicatedKeysInMapping(let duplicates, let context):
      ("it has \(duplicates.joined(separator: ", ")) twice", context.mark.line)
    default: ("\(self)", nil)
    }
  }
}

extension Cell {
  /// Whether a program with this registry has the combination, even if the program cannot run it.
  func isKnown(_ registry: Registry) -> Bool {
    do {
      _ = try Selection.parse(strategy, from: registry.strategies)
      _ = try Selection.parse(workload, from: registry.workloads)
    } catch BenchError.unknownName, BenchError.unknownParameter {
      return false
    } catch {}
    return true
  }
}

extension GateSettings {
  /// A settings file for a package that has none: its own strategies on all workloads in virtual time, and in real time
  /// on short workloads, if the registry has them. `standard` names the strategies that are not the package's own.
  package static func initial(_ registry: Registry, standard: Set<String>) -> String {
    let own = registry.strategies.filter { !standard.contains($0.name) }
    let virtual = own.filter { !$0.isRealTimeOnly }.map(\.name)
    let metrics = [
      Metric.deliveries, .latencyP50, .latencyP99, .latencyMax, .latencyMean, .mainBusyShare,
      .longestBlock, .costRatio, .lostUpdates, .outOfOrderUpdates,
    ]
    func list(_ items: [String]) -> String { items.map { "    - \($0)" }.joined(separator: "\n") }
    let exact = """
      # What '\(ProgramName.text) gate' checks.
      schema: 1

      # Compared exactly, in virtual time. Add the cost of your view, as in 'reload-cost: 8ms'.
      exact:
        strategies: \(virtual.isEmpty ? "\"*\"" : virtual.joined(separator: ","))
        workloads: "*"
        seeds: [1]
        metrics:
      \(list(metrics.map(\.name)))

      """
    // Each trial takes about 0.1 s, and the default eight blocks are enough for a first look.
    let short = [
      ("steady", "steady:rate=500:duration=60ms"),
      ("complete-all", "complete-all:updates=40:duration=60ms"),
    ].filter { name, _ in registry.workloads.contains { $0.name == name } }.map(\.1)
    guard !own.isEmpty, !short.isEmpty else { return exact }
    let cells = own.flatMap { strategy in
      short.map { "{ strategy: \(strategy.name), workload: \"\($0)\" }" }
    }
    return exact + """

      # Compared by running two builds alternately, in real time: 'gate --against OTHER-BUILD'.
      paired:
        reload-cost: 1ms
        metrics:
          - { name: \(Metric.cpuMainPerDelivery.name) }
          - { name: \(Metric.cpuMainPerUpdate.name) }
          - { name: \(Metric.latencyP50.name), tolerance: 20%, noisy-tolerance: 50% }
        cells:
      \(list(cells))

      """
  }
}
