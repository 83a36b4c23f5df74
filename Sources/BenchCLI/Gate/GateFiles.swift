import ArgumentParser
import Foundation
import Harness

/// Where the gate's settings and its baseline are.
struct GateFiles: ParsableArguments {
  @Option(
    name: .long, help: ArgumentHelp("What the gate checks.", valueName: "file.yml"),
    completion: .file(extensions: ["yml", "yaml"]))
  var settings = "Results/gate.yml"

  @Option(
    name: .long, help: ArgumentHelp("The folder of the baseline.", valueName: "dir"),
    completion: .directory)
  var baseline = "Results/baseline"

  @OptionGroup var limits: LimitOptions

  var baselineFolder: URL { URL(fileURLWithPath: baseline, isDirectory: true) }

  /// Runs the exact half of this program, with a progress bar.
  func figures(
    _ settings: GateSettings, countsAllocations: Bool, in folder: URL
  ) throws -> GateBaseline {
    let gate = Gate(
      settings, strategies: Registered.strategies, workloads: Registered.workloads,
      executable: ThisProgram.path, folder: folder,
      deadline: limits.deadline ?? .seconds(120), memoryLimitBytes: limits.memoryLimit.bytes)
    let progress = Progress()
    defer { progress.end() }
    return try Interruptible.run {
      try await gate.exactFigures(countsAllocations: countsAllocations) { what, done, total in
        progress.show(done: done, of: total, what: what)
      }
    }
  }
}
