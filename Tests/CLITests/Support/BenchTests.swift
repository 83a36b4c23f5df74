import Testing

/// Tests of the built program that measure no time. They run concurrently, with as many programs as there are
/// processors (`BenchSlots`).
enum BenchTests {}

/// Tests that simulate many combinations or run valgrind. `Scripts/test` leaves them to `Scripts/check` and CI.
enum LongBenchTests {}

/// Tests that run one after another, most of them because they measure time. `Scripts/check` and CI run them without
/// other tests, except for two suites.
@Suite(.serialized) enum TimedBenchTests {}
