import ArgumentParser
import BenchRuns

struct GateScopeOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("Compare with this build as well.", valueName: "bench"), completion: .file())
  var against: String?

  @Option(
    folder: "The base commit's baseline, to list what is worse in the stored one.")
  var againstBaseline: String?

  @Flag(help: "Fail if the stored baseline is worse in any figure than --against-baseline.")
  var refuseWorseBaseline = false

  @Flag(help: "Leave out the paired check.")
  var exactOnly = false

  @Flag(help: "Leave out the exact check.")
  var pairedOnly = false

  @Flag(help: "Also count instructions, under valgrind.")
  var instructions = false

  @Flag(help: "Only count instructions; leave out the other checks.")
  var instructionsOnly = false

  @Flag(help: "Run fewer combinations in the paired check.")
  var quick = false

  @Flag(inversion: .prefixedNo, help: "Count allocations in the exact check.")
  var allocations = true

  func validate() throws {
    let wrong: KeyValuePairs = [
      "Give only one of --exact-only, --paired-only and --instructions-only.":
        [exactOnly, pairedOnly, instructionsOnly].count { $0 } > 1,
      "--paired-only needs --against BENCH, the build to compare with.":
        pairedOnly && against == nil,
      "--exact-only leaves out the paired check. Omit --against, or add --instructions.":
        exactOnly && against != nil && !instructions,
      "--refuse-worse-baseline needs --against-baseline DIR, the baseline of base.":
        refuseWorseBaseline && againstBaseline == nil,
    ]
    if let words = wrong.first(where: \.value)?.key { throw ValidationError(words) }
  }

  var isAnyGiven: Bool {
    against != nil || instructions || exactOnly || pairedOnly || instructionsOnly
  }

  func apply(to setup: inout GateSetup) {
    setup.only =
      exactOnly ? .exact : pairedOnly ? .paired : instructionsOnly ? .instructions : nil
    (setup.base, setup.baseBaseline) = (against, againstBaseline)
    setup.refusesWorseBaseline = refuseWorseBaseline
    setup.countsInstructions = instructions || instructionsOnly
    setup.countsAllocations = allocations
    setup.isQuick = quick
  }
}
