/// What is run when nothing is chosen: strategies that people weigh against each other, workloads
/// that tell them apart.
package enum Suite {
  /// The strategies of `bench` without `--strategy`.
  package static let strategies =
    "naive,source-add,throttle,throttle-next-pass,view-queue,main-drain,pending-flag,frame,"
    + "balanced-eager"
  /// The workloads of `bench` without `--workload`.
  package static let workloads = "complete-all,rapid-service,uart,on-off,multi-view"
  /// Repetitions of each cell; the fewest that give a median an interval.
  package static let trials = 6
}
