import Testing

/// Every test of the built program, one after another: some of them measure time.
@Suite(.serialized, .timeLimit(.minutes(2))) enum BenchTests {}
