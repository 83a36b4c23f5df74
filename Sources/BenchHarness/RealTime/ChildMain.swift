import CBenchPlatform
import Dispatch
import Foundation

package enum ChildMain {
  /// Exit codes of a child, from sysexits.h: EX_CANTCREAT and EX_NOINPUT.
  static let cannotWriteAnswers: Int32 = 73
  static let cannotReadRequest: Int32 = 66

  /// Runs the job `name` from the file `request` and appends its answers to `response`. Call only on a synchronous
  /// program's main thread. Exits if a file cannot be read or written, or if there is no screen (`response` says why).
  package static func run(
    _ jobs: [any ChildJob.Type], name: String, request: String, response: String,
    _ registry: Registry
  ) throws {
    guard let job = jobs.first(where: { $0.name == name }) else {
      throw BenchError.unknownName(kind: "job", name: name, choices: jobs.map { $0.name })
    }
    let response = URL(fileURLWithPath: response)
    do {
      try run(job, URL(fileURLWithPath: request), response, registry)
    } catch BenchError.cannotRead {
      exit(cannotReadRequest)
    } catch BenchError.cannotWrite {
      exit(cannotWriteAnswers)
    } catch let error as ToolkitUnavailable {
      try? Data(error.description.utf8).write(whole: response)
      exit(ToolkitUnavailable.exitCode)
    }
  }

  private static func run<Job: ChildJob>(
    _: Job.Type, _ request: URL, _ response: URL, _ registry: Registry
  ) throws {
    let request = try ChildRequest<Job>(request)
    exitWithParent(request.parent)
    let journal = Journal<Job.Answer>(response)
    try request.job.run(registry) { try journal.append($0) }
  }

  /// Makes the kernel (on macOS, a dispatch source) end this process when its parent ends; exits if that has happened.
  private static func exitWithParent(_ parent: Int32) {
    _ = cplatform_die_with_parent()
    #if os(macOS)
      let end = DispatchSource.makeProcessSource(
        identifier: parent, eventMask: .exit, queue: .global())
      // The handler's reference keeps the source alive.
      end.setEventHandler {
        end.cancel()
        _exit(130)
      }
      end.activate()
    #endif
    if getppid() != parent { exit(130) }
  }
}
