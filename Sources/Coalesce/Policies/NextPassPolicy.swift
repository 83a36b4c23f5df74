extension Pace {
  /// Delivers everything pending in the main thread's next pass.
  ///
  /// Rule: the submission that finds nothing pending posts a block to the main thread; others only merge. In its next
  /// pass, the main thread delivers everything merged by then. A submission during a delivery causes another delivery.
  ///
  /// Origin: this project's own. It does what a dispatch source does, but at a lower cost and for updates of any type.
  ///
  /// Drawback: a latency of one main-thread pass; under steady load, as many deliveries as the main thread can make.
  public static var nextPass: Pace { Pace(NextPassPolicy()) }
}

struct NextPassPolicy: EnginePolicy {
  var due: UInt64 { 0 }
  var key: String? { "next-pass" }
  mutating func didHear(_ count: Int, at now: UInt64) {}
  mutating func willDeliver(at now: UInt64) {}
  var timesDeliveries: Bool { false }
}
