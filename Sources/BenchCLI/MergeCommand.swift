import ArgumentParser
import BenchHarness
import BenchReport
import BenchRuns
import Foundation

struct MergeCommand: BenchSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "merge",
    abstract: "Joins runs that differ only in their workloads, or all parts of a recommendation.",
    discussion: """
      All runs must be finished, and made by the same build with the same options, except --workload. Give \
      all parts of 'bench recommend --shard', made by the same build with the same options.

      Example:
        bench merge part-1 part-2 part-3 --output Results/whole
      """)

  @Argument(help: .value("dir", "The folders of the runs to join."))
  var folders: [String]

  @Option(folder: "Write the results to this folder instead of a new one in Results.")
  var output: String?

  @Option(help: "Output format.") var format = Format.table

  func run(_ bench: Bench) throws {
    let folders = folders.map { URL(fileURLWithPath: $0, isDirectory: true) }
    guard !folders.contains(where: RecommendationPart.isThere) else {
      return try recommend(folders, bench)
    }
    let whole = try MergedRun(
      folders: folders, command: CommandLine.arguments, bench.registry)
    let settings = try RunSettings(whole.header.options, bench.registry)
    let results = try ResultsFolder(output: output, name: "run", settings: settings)
    try whole.write(to: results)
    try Output(settings: settings, plans: try settings.plans(), format: format)
      .print(whole.records, whole.header, in: results)
  }

  private func recommend(_ folders: [URL], _ bench: Bench) throws {
    let recommendation = try Recommendation(merging: folders, bench.registry.strategies)
    try RecommendTable.end(
      recommendation, format: format,
      in: ResultsFolder(output: output, name: "recommend", settings: RunSettings()))
  }
}
