/// Metrics that a user notices, and of the worst second. Time within half a second of an update or a delivery counts as
/// active, so that silence in a recording changes no metric.
extension Metric {
  package static let lateShare = Metric(
    "late_share",
    """
    the share of updates shown over 100 ms late although half of the main thread could have shown them in time \
    (100 ms: Nielsen, "Usability engineering", 1993)
    """
  ) { $0.felt.lateShare }

  package static let mainBusyPeakShare = Metric(
    "main_busy_peak_share", title: "busiest second",
    "time the main thread spends on deliveries and layout in the busiest second"
  ) { $0.felt.busiestSecond }

  package static let mainBusyActiveShare = Metric(
    "main_busy_active_share", title: "main busy while active",
    "time the main thread spends on deliveries and layout ÷ the active time"
  ) { $0.felt.active > 0 ? $0.felt.busy / $0.felt.active : nil }

  package static let hitchPeak = Metric(
    "hitch_peak_ms_per_s", title: "worst hitches",
    "how late frames are on a 60 Hz display in the worst second"
  ) { $0.felt.worstHitches.map { $0 / 1e6 } }

  package static let picturesPerSecond = Metric(
    "pictures_per_s", better: .higher,
    """
    60 Hz frames a second that show something new, while updates are at most 50 ms apart for 0.3 s or longer; 60 is the most
    """
  ) { $0.felt.picturesPerSecond }

  /// The longest wait that no schedule can avoid if half of the main thread stays free; a limit for ``latencyMax``.
  package static let leastLatencyMax = Metric(
    "half_free_latency_max_ms", title: "longest wait, half free", better: .neither,
    "the longest latency if deliveries left half of the main thread free and began at once"
  ) { $0.felt.leastLongest / 1e6 }

  package static let possiblePicturesPerSecond = Metric(
    "pictures_possible_per_s", title: "possible pictures", better: .neither,
    "60 Hz frames a second in which an update arrived, in the time that pictures are counted"
  ) { $0.felt.possiblePicturesPerSecond }
}

extension [Metric] {
  static let felt: [Metric] = [
    .lateShare, .mainBusyPeakShare, .mainBusyActiveShare, .hitchPeak, .picturesPerSecond,
    .leastLatencyMax, .possiblePicturesPerSecond,
  ]
}
