import Testing

/// The tests of the built program that measure nothing: beside each other, as many at once as there
/// are processors (`BenchSlots`). The time limit is for hangs, and counts the wait for a slot.
@Suite(.timeLimit(.minutes(30))) enum BenchTests {}

/// Those that simulate everything there is: `Scripts/test` leaves them to `Scripts/check` and CI.
@Suite(.timeLimit(.minutes(30))) enum LongBenchTests {}

/// Those that measure time, one after another: `Scripts/check` and CI run them with nothing beside, but
/// for two suites that run beside the others; the limit counts their wait.
@Suite(.serialized, .timeLimit(.minutes(15))) enum TimedBenchTests {}
