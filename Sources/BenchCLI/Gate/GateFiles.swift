import ArgumentParser
import BenchRuns

struct GateFiles: ParsableArguments {
  @Option(
    help: ArgumentHelp("The settings file.", valueName: "file.yml"),
    completion: .file(extensions: ["yml", "yaml"]))
  var settings = "Results/gate.yml"

  @Option(
    help: ArgumentHelp("The folder of the baseline.", valueName: "dir"), completion: .directory)
  var baseline = "Results/baseline"

  @OptionGroup var limits: LimitOptions

  func validate() throws {
    guard !settings.isEmpty, !baseline.isEmpty else {
      throw ValidationError("--settings and --baseline must not be empty.")
    }
  }

  func setup(_ bench: Bench) -> GateSetup {
    var setup = GateSetup(bench.registry, program: bench.path)
    (setup.settingsFile, setup.baseline) = (settings, baseline)
    (setup.deadline, setup.memoryLimitBytes) = (limits.deadline, limits.memoryLimit.bytes)
    return setup
  }
}
