import BenchHarness
import BenchReport
import Foundation

package struct ResumedRun: Sendable {
  package let header: RunHeader
  package let settings: RunSettings
  package let finished: [Trial]
  package var work: ReloadWork { header.work ?? .calibrated() }

  /// `trace` is the recording that the run replays, if any; `program` is this program.
  /// - Throws: ``BenchError/cannotResume(folder:cause:)`` if the run needs another program, recording or clock.
  package init(_ folder: String, trace: Trace?, program: String, _ registry: Registry) throws {
    func refusal(_ cause: String) -> BenchError { .cannotResume(folder: folder, cause: cause) }
    let url = URL(fileURLWithPath: folder, isDirectory: true)
    header = try RunHeader.read(url)
    guard header.time == .real else {
      throw refusal("it holds a run in virtual time. Start it again instead.")
    }
    guard header.trace == nil || trace != nil else {
      throw refusal("it replays a recording. Give the recording again with --trace.")
    }
    settings = try RunSettings(header.options, registry, trace: trace)
    var here = RunHeader(settings, time: .real, command: header.command)
    here.build = try Digest.of(file: program)
    here.lookAtMachine()
    let differences = header.differences(from: here)
    guard differences.isEmpty else {
      throw refusal("the run began with a different \(differences.joined(separator: ", ")).")
    }
    finished = try ResultsFolder.finished(url)
  }
}
