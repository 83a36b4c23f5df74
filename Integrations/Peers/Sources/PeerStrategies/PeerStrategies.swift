import BenchHarness

extension [StrategyEntry] {
  /// Adapters to the libraries that users choose instead, and smoothers of text, remade from their descriptions. Each
  /// delivery of a library reloads from the newest model. Libraries run in real time only, because they have clocks and
  /// queues of their own.
  ///
  /// Throttles have the interval of `throttle-in-submit`, 300 ms, so that they can be compared with it. Debounces have
  /// 50 ms: long enough to bridge the gaps inside a burst, but, because every update waits at least that long, only
  /// half of the 100 ms at which a response feels delayed.
  public static let peers: [StrategyEntry] = always + observations + reveals

  private static let always: [StrategyEntry] = [
    .reloading(
      "async-throttle", origin: "AsyncAlgorithms, _throttle",
      summary: "at most one reload an interval, without a trailing edge",
      parameters: [.duration("interval", .milliseconds(300), "between two reloads")],
      isRealTimeOnly: true,
      breaks: [
        .finalState: "it has no trailing edge: what follows a reload within the interval is unseen",
        .nothingLost: "what it holds back is shown only if another update comes",
        .boundedLatency: "what it holds back waits for the next update, however long that takes",
      ]
    ) { values, _, deliver in
      StreamPeer.throttle(interval: values.duration("interval"), deliver: deliver)
    },
    .reloading(
      "async-debounce", origin: "AsyncAlgorithms, debounce",
      summary: "a reload when no update has come for an interval",
      parameters: [.duration("interval", .milliseconds(50), "of quiet before a reload")],
      isRealTimeOnly: true, breaks: [.boundedLatency: debounceWaits]
    ) { values, _, deliver in
      StreamPeer.debounce(interval: values.duration("interval"), deliver: deliver)
    },
    .reloading(
      "async-newest", origin: "AsyncStream, bufferingNewest(1)",
      summary: "a loop on the main actor over a stream that keeps the newest signal",
      isRealTimeOnly: true
    ) { _, _, deliver in StreamPeer.newest(deliver: deliver) },
    .reloading(
      "combine-throttle", origin: "OpenCombine, throttle",
      summary: "at most one reload an interval, leading and trailing edge, never at once",
      parameters: [.duration("interval", .milliseconds(300), "from start to start")],
      isRealTimeOnly: true,
      breaks: [
        .finalState: sometimesLate, .nothingLost: sometimesLate, .terminates: sometimesLate,
      ]
    ) { values, _, deliver in
      CombinePeer.throttle(interval: values.duration("interval"), deliver: deliver)
    },
    .reloading(
      "combine-debounce", origin: "OpenCombine, debounce",
      summary: "a reload when no update has come for an interval; a timer for each update",
      parameters: [.duration("interval", .milliseconds(50), "of quiet before a reload")],
      isRealTimeOnly: true, breaks: [.boundedLatency: debounceWaits]
    ) { values, _, deliver in
      CombinePeer.debounce(interval: values.duration("interval"), deliver: deliver)
    },
    .reloading(
      "notification-queue", origin: "Foundation, NotificationQueue",
      summary: "a coalesced notification, posted at the end of main's turn",
      isRealTimeOnly: true,
      breaks: [
        .survives:
          "a submission inside a delivery changes the queue that posts; on Linux that ends the process"
      ]
    ) { NotificationQueueStrategy(scheduler: $1, deliver: $2) },
  ]

  /// Empty if the system has no such sequence.
  private static let observations: [StrategyEntry] = {
    guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return [] }
    return [
      .reloading(
        "observations", origin: "Swift's Observation, Observations",
        summary: "a loop on the main actor over the transactions of an observed model",
        isRealTimeOnly: true,
        breaks: [
          .finalState: missedChange, .nothingLost: missedChange, .terminates: missedChange,
          .noStarvation: "it goes on from delivery to delivery for as long as updates come",
        ]
      ) { _, _, deliver in ObservationsStrategy(deliver: deliver) }
    ]
  }()

  private static let reveals: [StrategyEntry] = [
    reveal(
      "coder-reveal", origin: "coder/coder#22503",
      summary: "72 to 420 characters a second, never more than 120 behind"
    ) { CoderReveal() },
    reveal(
      "chat-ui-reveal", origin: "huggingface/chat-ui#2329",
      summary: "as fast as characters have arrived, but each within 400 ms"
    ) { ChatUIReveal() },
    reveal(
      "streamdown-reveal", origin: "vercel/streamdown#625",
      summary: "seven characters at a time, each chunk over the time between two"
    ) { StreamdownReveal() },
  ]

  private static func reveal(
    _ name: String, origin: String, summary: String,
    rule: @escaping @Sendable () -> any RevealRule
  ) -> StrategyEntry {
    StrategyEntry(name: name, origin: origin, summary: summary, delivery: .reload) {
      _, scheduler, port in
      let reveal = Reveal(rule(), scheduler: scheduler) { port.append($0) }
      return AttachedStrategy(reveal) { reveal.submit($0) }
    }
  }

  /// Seen in about one in three runs of `verify`.
  private static let sometimesLate =
    "now and then its trailing value never comes when several threads send at once"

  private static let missedChange =
    "a change that a thread makes while the sequence reads the one before stays unseen"

  private static let debounceWaits =
    "it has no longest wait: nothing is shown while updates come closer together than the interval"
}
