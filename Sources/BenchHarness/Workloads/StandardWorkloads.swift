extension [Workload] {
  /// Every workload of the harness.
  public static let standard: [Workload] = [
    .completeAll, .rapidService, .uart, .onOff, .steady, .sparse, .multiView, .firehose,
    .slowReload, .fileEvents, .tokenStream, .textChunks, .textJitter, .textSlows, .textToolCall,
    .paste, .logBurst, .selfExciting, .logStream, .thumbnailFeed, .changeSets,
    .signalsDuringReload, .stall, .fasterThanMain, .idle, .scrollGate, .willSet, .launch, .trace,
  ]
}
