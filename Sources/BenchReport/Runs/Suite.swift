extension Duration {
  /// The second reload that the bottom line of virtual time is said of: a frame of a list that stutters.
  package static let dearerReload = Duration.milliseconds(15)
}

/// The default suite: strategies worth comparing, on workloads that tell them apart.
package enum Suite {
  package static let strategies =
    "naive,source-add,throttle,view-queue,main-drain,frame,adaptive,balanced-eager,"
    + "adaptive:by=rows"
  package static let workloads = "complete-all,rapid-service,uart,on-off,multi-view"
  /// The fewest that give a median an interval.
  package static let trials = 6
}
