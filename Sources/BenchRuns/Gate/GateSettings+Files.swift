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
  func at<Value>(_ key: String, _ work: () throws -> Value) throws -> Value {
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
  func check(_ registry: Registry, exact isExact: Bool) throws {
    if isExact {
      // Whether a run is possible does not depend on its seed.
      try at("exact") { _ = try exact.runs(registry).first.map(VirtualRun.init) }
      try at("exact.allocations") { _ = try exact.allocations?.run(registry).plans() }
    }
    let judged = judged(registry)
    for (number, entry) in accepted.enumerated() {
      try at("accepted.\(number + 1)") { try entry.check(judged) }
    }
    guard let paired else { return }
    for (number, cell) in paired.cells.enumerated() where cell.isKnown(registry) {
      try at("paired.cells.\(number + 1)") {
        _ = try Selection.one(cell.strategy, from: registry.strategies)
        _ = try paired.plan(of: cell, registry)
      }
    }
  }

  /// Adds lines to `accepted` in `text`, which is a settings file.
  /// - Throws: ``BenchError/badSettings(file:line:cause:)`` if the result is not a settings file with these entries.
  static func adding(_ lines: [String], to text: String, file: String) throws -> String {
    var all = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if let key = all.firstIndex(where: { $0.hasPrefix("accepted:") }) {
      let item = all[(key + 1)...].first { $0.contains(#/^ *- /#) } ?? "  "
      let indent = item.prefix { $0 == " " }
      all.insert(contentsOf: lines.map { indent + $0 }, at: key + 1)
    } else {
      all += ["# Worse than base, and accepted.", "accepted:"] + lines.map { "  " + $0 } + [""]
    }
    let result = all.joined(separator: "\n")
    let count = try GateSettings(text, file: file).accepted.count + lines.count
    guard (try? GateSettings(result, file: file))?.accepted.count == count else {
      throw BenchError.badSettings(
        file: file,
        cause: "'accepted' is not a list of lines, or has such an entry. Add this by hand:\n"
          + lines.joined(separator: "\n"))
    }
    return result
  }

  /// The package's own strategies that these settings do not name.
  func notGated(_ registry: Registry) -> [String] {
    // Exclusions are ignored here: a strategy that is named only to exclude it counts as named, too.
    let exact = SelectionList(exact.strategies).chosen.flatMap { item in
      ((try? [Selection].strategies(item, from: registry.strategies, time: .virtual)) ?? [])
        .map(\.entry.name)
    }
    let named = exact + (paired?.cells ?? []).map(\.strategy.withoutParameters)
    return registry.ownStrategies.map(\.name).filter { !named.contains($0) }
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

extension Registry {
  /// The strategies that are not Coalesce's, but the package's own.
  var ownStrategies: [StrategyEntry] {
    let standard = Set([StrategyEntry].standard.map(\.name))
    return strategies.filter { !standard.contains($0.name) }
  }

  /// The package's own workloads, as `--quick` runs them, that last at most 5 s and have enough updates for a median.
  fileprivate var shortWorkloads: [String] {
    let others = [Workload].standard.map(\.name) + ["trace"]
    return workloads.map(\.name).filter { !others.contains($0) }.compactMap { name in
      let own = try? [Selection].workloads(name, from: workloads, time: .real, quick: true).first
      guard let own,
        let plan = try? own.entry.plan(values: own.values, costs: CostModel(), seed: 1),
        plan.duration <= .seconds(5), plan.updates.count >= 24
      else { return nil }
      return own.key
    }
  }
}

extension GateSettings {
  /// A settings file for a package that has none: its own strategies on all workloads in virtual time, and in real time
  /// on short workloads and its own, as far as the registry has them. `counted` names the strategies whose allocations do
  /// not vary.
  static func initial(_ registry: Registry, counted: [String]) -> String {
    let own = registry.ownStrategies
    let virtual = own.filter { !$0.isRealTimeOnly }.map(\.name)
    let metrics = [
      Metric.deliveries, .latencyP50, .latencyP99, .latencyMax, .latencyMean, .mainBusyShare,
      .longestBlock, .costRatio, .lostUpdates, .outOfOrderUpdates,
    ]
    func list(_ items: [String]) -> String { items.map { "    - \($0)" }.joined(separator: "\n") }
    var text = """
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
    func has(_ workload: String) -> Bool { registry.workloads.contains { $0.name == workload } }
    if !counted.isEmpty, has("complete-all") {
      text += """

          # Of strategies whose counts do not vary.
          allocations:
            strategies: \(counted.joined(separator: ","))
            workloads: complete-all:updates=5000
            reload-cost: 0ms
            row-change-cost: 0ms
            visible-row-cost: 0ms

        """
    }
    // Each trial takes about 0.1 s, and the default sixteen blocks are enough for a first look.
    let short = ["steady:rate=500:duration=60ms", "complete-all:updates=40:duration=60ms"]
      .filter { has($0.withoutParameters) }
    let timed = short + registry.shortWorkloads
    guard !own.isEmpty, !timed.isEmpty else { return text }
    let cells = timed.flatMap { workload in
      own.map { "{ strategy: \($0.name), workload: \"\(workload)\" }" }
    }
    return text + """

      # Compared by running two builds alternately, in real time: 'gate --against OTHER-BUILD'. Each combination takes
      # 64 times as long as its workload. A median takes 24 updates.
      paired:
        reload-cost: 1ms
        quick-cells: \(max(1, short.count * own.count))
        metrics:
          - { name: \(Metric.cpuMainPerDelivery.name) }
          - { name: \(Metric.cpuMainPerUpdate.name) }
          - { name: \(Metric.latencyP50.name), tolerance: 20%, noisy-tolerance: 50% }
        cells:
      \(list(cells))

      """
  }
}
