import BenchHarness
import Testing

@Suite(.timeLimit(.minutes(15))) struct BenchErrorTests {
  @Test(arguments: [
    (
      BenchError.unknownName(kind: "strategy", name: "x", choices: ["a", "b"]),
      "There is no strategy 'x'. Choose from: a, b."
    ),
    (
      .unknownParameter(owner: "throttle", name: "x", choices: ["interval"]),
      "'throttle' has no parameter 'x'. Choose from: interval."
    ),
    (
      .unknownParameter(owner: "naive", name: "x", choices: []),
      "'naive' has no parameter 'x'; it takes none."
    ),
    (
      .unknownName(kind: "strategy", name: "throtle", choices: ["naive", "throttle"]),
      "There is no strategy 'throtle'. Did you mean 'throttle'? Choose from: naive, throttle."
    ),
    (
      .unknownParameter(owner: "throttle", name: "intreval", choices: ["interval"]),
      "'throttle' has no parameter 'intreval'. Did you mean 'interval'? Choose from: interval."
    ),
    (
      .badValue(what: "rate", value: "x", expected: "a number"),
      "'x' is not a valid rate. Give a number."
    ),
    (.badTrace(file: "f", line: nil, column: nil, cause: "it is empty."), "f: it is empty."),
    (.badPlan(workload: "w", cause: "it is bad."), "Workload 'w': it is bad."),
    (
      .realTimeOnly(names: ["a", "b"]),
      "a, b cannot run in virtual time. Use 'bench run' instead."
    ),
    (.nothingToRun(cause: "c."), "Nothing is left to run: c."),
    (.cannotWrite(path: "/p", cause: "full"), "Cannot write /p: full"),
    (.cannotRead(path: "/p", cause: "gone"), "Cannot read /p: gone"),
    (.cannotStart(path: "/p", cause: "gone"), "Cannot start /p: gone"),
    (.interrupted(signal: 2), "Interrupted by signal 2."),
  ])
  func errorSaysWhatHappenedAndWhatToDo(error: BenchError, text: String) {
    #expect("\(error)" == text)
  }

  @Test(arguments: [
    BenchError.cannotWrite(path: "p", cause: "c"), .cannotRead(path: "p", cause: "c"),
    .cannotStart(path: "p", cause: "c"), .interrupted(signal: 15),
    .badEvidence(file: "f", line: 1, cause: "c"),
  ])
  func whatTheCallerCannotMendIsNoUsageError(error: BenchError) {
    #expect(!error.isUsage)
  }
}
