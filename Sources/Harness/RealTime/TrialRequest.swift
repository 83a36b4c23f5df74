import Foundation

/// What a child process is asked to run.
public struct TrialRequest: Codable, Sendable {
  /// Which trial of the run.
  public var identity: TrialIdentity
  /// What the view's work costs.
  public var costs: CostModel
  /// The trace's file and how to read it; nil without one.
  public var tracePath: String?
  /// How to read the trace.
  public var traceOptions: TraceOptions
  /// The calibrated work of a reload.
  public var work: ReloadWork
  /// Whether main and producers stay on cores of their own.
  public var pin: Bool
  /// The stretch of the workload that is run; nil for the whole.
  public var window: TrialWindow?
  /// What the trial is made worse by; nil for nothing.
  public var injection: Injection?
  /// Whether the record is to hold what happened.
  public var recordsEvents = false
  /// The process to die with.
  public var parent: Int32
}

extension TrialRequest {
  /// Reads the file at `path`.
  /// - Throws: ``HarnessError/badResults(file:line:cause:)``.
  init(path: String) throws {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw HarnessError.badResults(
        file: path, line: nil, cause: "it is not there or not readable.")
    }
    try self.init(data, file: path)
  }

  /// Reads `data`; `file` is for messages.
  /// - Throws: ``HarnessError/badResults(file:line:cause:)``.
  init(_ data: Data, file: String) throws {
    do {
      self = try JSONDecoder().decode(TrialRequest.self, from: data)
    } catch {
      throw HarnessError.badResults(file: file, line: nil, cause: "it asks for no trial: \(error)")
    }
    guard work.roundsPerNanosecond.isFinite, (0...1_000).contains(work.roundsPerNanosecond) else {
      throw HarnessError.badResults(
        file: file, line: nil,
        cause: "its calibration of \(work.roundsPerNanosecond) rounds a nanosecond is none.")
    }
  }
}
