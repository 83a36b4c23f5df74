import BenchHarness
import BenchTestSupport
import Foundation
import Testing

@testable import BenchReport
@testable import BenchRuns

extension BenchTests {
  /// The lines of Swift that `recommend` prints for pasting.
  @Suite struct SwiftLineTests {
    /// The parts of an app that the lines use.
    private static let app = """
      struct Change: Sendable {}
      struct Row: Identifiable, Equatable, Sendable { var id = 0 }
      struct Model: Sendable { var rows: [Row] = [] }
      final class TableView: Sendable {
        @MainActor var canAnimate: Bool { true }
        @MainActor var isOnScreen: Bool { true }
        @MainActor func reloadData() {}
        @MainActor func reload(sections: UpdateFlags) {}
        @MainActor func show(_ change: Change) {}
        @MainActor func show(_ update: ListUpdate<Row>, completed: @Sendable () -> Void) {}
      }
      @MainActor let tableView = TableView()
      let model = Model()

      """

    private static func candidates() throws -> [Selection<StrategyEntry>] {
      let all = try [StrategyEntry].standard.filter { $0.swift != nil }.map { try Selection($0) }
      // Nothing is simulated, so all candidates are equally good.
      return try CandidateGrid(Question(), CostModel())
        .candidates(of: all) { $0.map { Candidate($0, [], Question()) } }.map(\.selection)
        + Selection.parse(
          "balanced:delivery=2240us,frame:by=rows,balanced-group:by=rows:limit=5", from: .standard)
    }

    @Test func everyDeliveringStrategyHasASwiftLine() {
      let without = [StrategyEntry].standard.filter { $0.swift == nil }.map(\.name)
      #expect(without == ["null"])
    }

    @Test func everySwiftLineCompilesOutsideThePackage() async throws {
      let folder = TemporaryFolder()
      // One file per set of imports, because each line must import what it needs itself.
      let candidates = try Self.candidates()
      #expect(candidates.count > 200)
      var files: [String: String] = [:]
      for (number, candidate) in candidates.enumerated() {
        var question = Question()
        // Also as for an app whose updates have a type of their own.
        if number.isMultiple(of: 2) {
          let recorded = RecordedDeliveries(comment: "# coalescer update=ChangedIDs<Int>")
          question.deliveries = [try #require(recorded)]
        }
        let code = Candidate(candidate, [], question).swift ?? ""
        let lines = code.components(separatedBy: "\n")
        let imports = lines.prefix { $0.hasPrefix("import ") }
        files[imports.joined(separator: "\n"), default: ""] +=
          "// \(candidate.key)\n@MainActor func use\(number)() {\n"
          + "\(lines.dropFirst(imports.count).joined(separator: "\n"))\n_ = updates\n}\n"
      }
      #expect(files.count == 2 && files[""] == nil)
      for (number, file) in files.enumerated() {
        try folder.file("Lines\(number).swift", "\(file.key)\n\(file.value)")
      }
      try folder.file("App.swift", "import CoalesceStrategies\nimport Coalesce\n" + Self.app)
      let built = try BenchProcess.executable("bench").deletingLastPathComponent()
      let atomics = built.appendingPathComponent("CCoalesceAtomics.build/module.modulemap")
      try await BenchProcess.run(
        "swiftc -typecheck -parse-as-library -swift-version 6 App.swift Lines0.swift Lines1.swift",
        [
          "-I", built.appendingPathComponent("Modules").path,
          "-Xcc", "-fmodule-map-file=\(atomics.path)",
        ], in: folder, program: "/usr/bin/env")
    }

    @Test func parameterValuesAreWrittenAsSwiftCode() throws {
      let parameters: [Parameter] = [
        .duration("long", .seconds(2), ""), .duration("frame", .seconds(1) / 60, ""),
        .duration("odd", .nanoseconds(1_500), ""), .count("count", 7, ""),
        .share("share", 0.25, ""), .flag("flag", ""), .choice("choice", ["one", "two"], ""),
      ]
      let entry = StrategyEntry(
        name: "it", origin: "a test", summary: "a test", parameters: parameters, delivery: .none
      ) { _, _, _ in preconditionFailure("It is not attached.") }
      let values = try Selection(entry).values
      #expect(
        parameters.map { values.swift($0.name) } == [
          ".seconds(2)", ".seconds(1) / 60", ".nanoseconds(1500)", "7", "0.25", "false", ".one",
        ])
    }
  }
}
