import BenchHarness
import BenchReport
import Foundation

extension RunHeader {
  /// The header of a run in real time. Looks at the machine and tests it: call it only on the main thread of a
  /// synchronous program, whose wake-ups it measures.
  package init(measuring settings: RunSettings, command: [String], work: ReloadWork) {
    self.init(settings, time: .real, command: command)
    origin.date = Date()
    lookAtMachine()
    origin.memoryMiB = Machine.memoryMiB
    origin.governor = Machine.governor
    origin.load = Machine.load
    origin.commit = Machine.git(["rev-parse", "HEAD"])
    origin.isDirty = Machine.git(["status", "--porcelain"]).map { !$0.isEmpty }
    origin.jemalloc = Jemalloc.path
    let test = SelfTest.run(work: work, load: origin.load)
    origin.work = work
    origin.selfTest = test
    origin.warnings =
      (origin.jemalloc == nil ? [Jemalloc.advice] : [])
      + test.warnings(cores: origin.cores ?? 1, isOptimised: origin.isOptimised)
  }

  /// Fills in the fields that must not change in a resumed run.
  mutating func lookAtMachine() {
    origin.system = Machine.system
    origin.processor = Machine.processor
    origin.cores = Machine.cores
  }

  package static func read(_ folder: URL) throws -> RunHeader {
    let file = folder.appending(path: "environment.json")
    return try RunHeader(Data(results: file), file: file.path)
  }
}
