import Testing

/// The tests of the built program that measure nothing: beside each other, as many at once as there
/// are processors (`BenchSlots`).
enum BenchTests {}

/// Those that simulate everything there is: `Scripts/test` leaves them to `Scripts/check` and CI.
enum LongBenchTests {}

/// Those that measure time, one after another: `Scripts/check` and CI run them with nothing beside, but
/// for two suites that run beside the others.
@Suite(.serialized) enum TimedBenchTests {}
