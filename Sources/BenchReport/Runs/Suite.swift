/// The default suite: strategies worth comparing, on workloads that tell them apart.
package enum Suite {
  package static let strategies =
    "naive,source-add,throttle,throttle-next-pass,view-queue,main-drain,pending-flag,frame,"
    + "balanced-eager"
  package static let workloads = "complete-all,rapid-service,uart,on-off,multi-view"
  /// The fewest that give a median an interval.
  package static let trials = 6
}
