import BenchHarness
import BenchReport

/// Runs those trials of a suite that are in `left`, in virtual time, and reports each as it ends.
package struct ExactJob: ChildJob {
  package static let name = "exact"

  let suite: ExactSuite
  let left: [Trial.ID]

  package func run(
    _ registry: Registry, answer: @escaping @Sendable (Trial) throws -> Void
  ) throws {
    let left = Set(left)
    for settings in try suite.runs(registry) {
      _ = try VirtualRun(settings).run(
        left.contains,
        onRecord: { trial in
          var trial = trial
          trial.latencies = []
          try answer(trial)
        })
    }
  }
}
