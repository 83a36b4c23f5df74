import Harness

/// Says in words which candidate to use, what it costs and what the next would change.
struct ChoiceFindings {
  let chosen: Candidate
  /// The finalists that real time did not refute.
  let remaining: [Candidate]
  let candidates: [Candidate]
  let goals: [Goal]
  let confirmation: Confirmation?

  var sentences: [String] {
    [use, cost, metGoals, broken].compactMap { $0 }
      + RealTimeFindings(latency: latency).sentences(confirmation, chosen: chosen)
      + [runnerUp, reloading].compactMap { $0 }
  }

  private var latency: LatencyFigure {
    let wanted = goals.map(\.metric).first { $0.hasPrefix("latency_") && $0 != "latency_mean_ms" }
    return LatencyFigure(wanted ?? "latency_p99_ms", for: candidates.map(\.cell))
  }

  private var use: String {
    let needs: String
    switch chosen.selection.entry.delivery {
    case .rowChange: needs = " Each delivery changes one row, so the app has to say which."
    case .sections:
      needs = " Each delivery reloads what changed, so the app has to say which section."
    case .list: needs = " Each delivery is a batch of row changes, so rows need identities."
    case .reload, .none: needs = ""
    }
    return "Use \(chosen.description): \(chosen.selection.entry.summary).\(needs)"
  }

  private var cost: String? {
    guard let mean = chosen.figure("latency_mean_ms"),
      let late = chosen.figure(latency.metric), let rate = chosen.figure("deliveries_per_s"),
      let busy = chosen.figure("main_busy_share")
    else { return nil }
    let ratio = chosen.figure("cost_ratio").map {
      ", at \(figure($0)) times the cost of the best possible schedule"
    }
    return """
      It shows an update after \(figure(mean)) ms on average (\(latency.title) \(figure(late)) ms), \
      with \(figure(rate)) deliveries a second, and keeps main busy \(figure(busy * 100)) % of the \
      time\(ratio ?? "").
      """
  }

  private var metGoals: String? {
    guard !goals.isEmpty else { return nil }
    let parts = goals.compactMap { goal in
      chosen.figure(goal.metric).map {
        "\(goal.title) \(goal.text($0)) of at most \(goal.text(goal.limit))"
      }
    }
    return "That meets the goals: \(parts.joined(separator: ", "))."
  }

  private var broken: String? {
    let breaks = chosen.selection.entry.breaks.sorted { $0.key.rawValue < $1.key.rawValue }
    guard !breaks.isEmpty else { return nil }
    return "It is known to break a promise: "
      + breaks.map { "\($0.key.rawValue), \($0.value)" }.joined(separator: "; ") + "."
  }

  private var runnerUp: String? {
    guard let next = remaining.dropFirst().first else {
      return candidates.count > 1 && !goals.isEmpty ? "No other strategy meets the goals." : nil
    }
    let factor = chosen.cost > 0 ? next.cost / chosen.cost : 1
    let change = change(to: next)
    return "The runner-up is \(next.description)"
      + (factor > 1.05 ? ", at \(figure(factor)) times the cost" : ", at about the same cost")
      + (change ?? ". It would change nothing to speak of.")
  }

  /// Where the choice hands on single changes, which not every app can give, and so does the
  /// runner-up.
  private var reloading: String? {
    guard chosen.selection.entry.delivery != .reload,
      remaining.dropFirst().first?.selection.entry.delivery != .reload,
      let other = candidates.first(where: {
        $0.isEligible && $0.selection.entry.delivery == .reload
      }), confirmation?.check(of: other.key)?.verdict != .refuted
    else { return nil }
    return "Where each delivery has to reload the view, take \(other.description)"
      + (change(to: other) ?? ", which changes nothing to speak of.")
  }

  /// What `other` gains and loses against the choice; nil where all differences are under a
  /// twentieth.
  private func change(to other: Candidate) -> String? {
    var gains: [String] = []
    var losses: [String] = []
    for (metric, title) in latency.tradeOff {
      guard let own = chosen.figure(metric), let others = other.figure(metric),
        abs(own - others) > 0.05 * max(own, others)
      else { continue }
      let text = """
        \(title) \(FigureText.withUnit(others, metric: metric)) instead of \
        \(FigureText.withUnit(own, metric: metric))
        """
      if others < own { gains.append(text) } else { losses.append(text) }
    }
    guard !gains.isEmpty || !losses.isEmpty else { return nil }
    return ". "
      + [("gain", gains), ("lose", losses)].filter { !$0.1.isEmpty }
      .map { "It would \($0.0): \($0.1.joined(separator: ", "))." }.joined(separator: " ")
  }

  private func figure(_ value: Double) -> String { FigureText.threeDigits(value) }
}
