/// The default suite: strategies worth comparing, on workloads that tell them apart.
package enum Suite {
  package static let strategies =
    "naive,source-add,throttle,view-queue,main-drain,frame,adaptive,balanced-eager,"
    + "adaptive:by=rows"
  package static let workloads = "complete-all,rapid-service,uart,on-off,multi-view"
  /// The fewest trials for which the median has a confidence interval.
  package static let trials = 6
}
