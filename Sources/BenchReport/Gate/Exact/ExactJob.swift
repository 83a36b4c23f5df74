import BenchHarness

/// Runs a suite in virtual time; each trial is an answer as soon as it has ended.
package struct ExactJob: ChildJob {
  package static let name = "exact"

  let suite: ExactSuite

  package func run(
    _ registry: Registry, answer: @escaping @Sendable (Trial) throws -> Void
  ) throws {
    for settings in try suite.runs(registry) {
      _ = try VirtualRun(settings).run(onRecord: { trial in
        var trial = trial
        trial.latencies = []
        try answer(trial)
      })
    }
  }
}
