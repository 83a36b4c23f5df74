/// What is run when nothing is chosen: strategies that people weigh against each other, workloads
/// that tell them apart.
public enum Suite {
  /// The strategies of `bench` without `--strategy`.
  public static let strategies =
    "naive,source-add,throttle,throttle-next-pass,view-queue,main-drain,pending-flag"
  /// The workloads of `bench` without `--workload`.
  public static let workloads = "complete-all,rapid-service,uart,on-off,multi-view"
  /// Repetitions of each cell; the fewest that give a median an interval.
  public static let trials = 6
}
