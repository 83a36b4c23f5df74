/// Says in words what a sweep found on one workload.
struct SweepFindings {
  let points: [SweepCurve.Point]
  let latency: LatencyFigure
  let knee: SweepCurve.Point?
  /// How many values are beaten by no other in both latency and main's time.
  let choices: Int

  var sentences: [String] { [failures, kneeSentence, best].compactMap { $0 } }

  private var failures: String? {
    let failed = points.filter { !$0.cell.isCorrect }
    guard !failed.isEmpty else { return nil }
    return "Not to be trusted here: "
      + failed.map { "\($0.value) (\($0.cell.failures))" }.joined(separator: ", ") + "."
  }

  private var kneeSentence: String {
    if let knee, let time = knee.figure(latency.metric), let busy = knee.figure("main_busy_share") {
      return """
        The knee is at \(knee.value): \(latency.title) \(figure(time)) ms with main busy \
        \(figure(busy * 100)) %.
        """
    }
    switch choices {
    case 0, 1: return "No knee: no value trades latency for main's time."
    case 2: return "No knee: only two values differ in what they trade."
    default: return "No knee: the curve of latency against main's time does not bend enough."
    }
  }

  private var best: String? {
    let ratios = points.compactMap { $0.figure("cost_ratio") }
    guard let least = ratios.min(), let most = ratios.max() else { return nil }
    let best = points.filter { $0.figure("cost_ratio") == least }.map(\.value)
    guard least < most else {
      return "Every value costs \(figure(least)) times the best possible."
    }
    return """
      \(best.joined(separator: ", ")) \(best.count == 1 ? "comes" : "come") nearest to the best \
      possible, at \(figure(least)) times its cost; the worst costs \(figure(most)) times.
      """
  }

  private func figure(_ value: Double) -> String { FigureText.threeDigits(value) }
}
