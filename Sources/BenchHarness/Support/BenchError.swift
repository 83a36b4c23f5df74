import Coalesce
import Foundation

package enum BenchError: Error, Equatable, Sendable {
  case unknownName(kind: String, name: String, choices: [String])
  case unknownParameter(owner: String, name: String, choices: [String])
  case badValue(what: String, value: String, expected: String)
  /// `line` counts from 1, as in the other cases that have a line; nil means the whole file.
  case badTrace(file: String, line: Int? = nil, column: String? = nil, cause: String)
  case badResults(file: String, line: Int? = nil, cause: String)
  case badSettings(file: String, line: Int? = nil, cause: String)
  case badBaseline(folder: String, cause: String)
  case cannotCheck(what: String, cause: String)
  case cannotMerge(cause: String)
  case cannotCompare(cause: String)
  case cannotResume(folder: String, cause: String)
  case badPlan(workload: String, cause: String)
  case realTimeOnly(names: [String])
  case nothingToRun(cause: String)
  case cannotWrite(path: String, cause: String)
  case cannotRead(path: String, cause: String)
  case cannotStart(path: String, cause: String)
  case noScreen(cause: String)
  case interrupted(signal: Int32)

  /// Whether different input would fix the error (exit code 64). If not, as on a full disk, the exit code is usually 2.
  package var isUsage: Bool {
    switch self {
    case .cannotWrite, .cannotRead, .cannotStart, .interrupted, .badBaseline, .cannotCheck,
      .noScreen:
      false
    default: true
    }
  }
}

extension BenchError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .unknownName(let kind, let name, let choices):
      "Unknown \(kind): '\(name)'. \(Self.advice(choices))"
    case .unknownParameter(let owner, let name, let choices):
      "'\(owner)' has no parameter '\(name)'. \(Self.advice(choices))"
    case .badValue(let what, let value, let expected):
      "'\(value)' is not a valid \(what). Give \(expected)."
    case .badTrace(let file, let line, let column, let cause):
      file + (line.map { ", line \($0)" } ?? "") + (column.map { ", column '\($0)'" } ?? "")
        + ": " + cause
    case .badResults(let file, let line, let cause), .badSettings(let file, let line, let cause):
      file + (line.map { ", line \($0)" } ?? "") + ": " + cause
    case .badBaseline(let folder, let cause): "The baseline in \(folder) \(cause)"
    case .cannotCheck(let what, let cause): "Cannot check \(what): \(cause)"
    case .cannotMerge(let cause): "Cannot merge: \(cause)"
    case .cannotCompare(let cause): "Cannot compare: \(cause)"
    case .cannotResume(let folder, let cause): "Cannot resume \(folder): \(cause)"
    case .badPlan(let workload, let cause): "Workload '\(workload)': \(cause)"
    case .realTimeOnly(let names):
      "\(names.joined(separator: ", ")) cannot run in virtual time. Use '\(ProgramName.text) run' instead."
    case .nothingToRun(let cause): "Nothing is left to run: \(cause)"
    case .cannotWrite(let path, let cause): "Cannot write \(path): \(cause)"
    case .cannotRead(let path, let cause): "Cannot read \(path): \(cause)"
    case .cannotStart(let path, let cause): "Cannot start \(path): \(cause)"
    case .noScreen(let cause): "There is no screen to measure on: \(cause)"
    case .interrupted(let signal): "Interrupted by signal \(signal)."
    }
  }

  private static func advice(_ choices: [String]) -> String {
    if choices.isEmpty { return "There are none." }
    return choices.count > 60
      ? "'\(ProgramName.text) list --all' shows all choices."
      : "Choose from: \(choices.joined(separator: ", "))."
  }
}

extension BenchError {
  package static func writing<Value>(_ path: String, _ work: () throws -> Value) throws -> Value {
    try Result(catching: work).mapError { cannotWrite(path: path, cause: $0.sentence) }.get()
  }

  static func reading<Value>(_ path: String, _ work: () throws -> Value) throws -> Value {
    try Result(catching: work).mapError { cannotRead(path: path, cause: $0.sentence) }.get()
  }
}

extension Error {
  fileprivate var sentence: String { fileCause.withoutFullStop + "." }

  /// Why a file operation failed; a system error is in lower case, without a full stop.
  package var fileCause: String {
    let error = self as NSError
    if error.domain == NSPOSIXErrorDomain { return Int32(error.code).systemWords }
    guard error.domain == NSCocoaErrorDomain else { return "\(self)" }
    switch CocoaError.Code(rawValue: error.code) {
    case .fileReadNoSuchFile, .fileNoSuchFile: return ENOENT.systemWords
    case .fileReadNoPermission, .fileWriteNoPermission: return EACCES.systemWords
    case .fileWriteOutOfSpace: return ENOSPC.systemWords
    case .fileWriteVolumeReadOnly: return EROFS.systemWords
    default:
      // On Linux the value is a Swift error, so `as? NSError` fails.
      let underlying = (error.userInfo[NSUnderlyingErrorKey] as? any Error).map { $0 as NSError }
      guard let underlying, underlying.domain == NSPOSIXErrorDomain else {
        return error.localizedDescription.withoutFullStop
      }
      return Int32(underlying.code).systemWords
    }
  }
}

extension Error {
  /// Why JSON could not be read, worded as the end of a sentence.
  package var jsonCause: String {
    func place(_ path: [any CodingKey]) -> String {
      path.map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(separator: ".")
    }
    switch self as? DecodingError {
    case .keyNotFound(let key, let context):
      return "'\(place(context.codingPath + [key]))' is missing."
    case .typeMismatch(_, let context), .valueNotFound(_, let context):
      return "'\(place(context.codingPath))' has the wrong type."
    case .dataCorrupted(let context) where !context.codingPath.isEmpty:
      // Drops Foundation's message about an unknown enumeration value, but keeps the messages of our own decoders.
      let cause = context.debugDescription
      let words = cause.hasPrefix("Cannot initialize") ? "" : ": \(cause.withoutFullStop)"
      return "'\(place(context.codingPath))' is wrong\(words)."
    case .dataCorrupted: return "it is not valid JSON."
    default: return "\(self)"
    }
  }
}

extension Int32 {
  var systemWords: String {
    switch self {
    case ENOENT: "no such file or folder"
    case ENOSPC: "no space left on the device"
    case EROFS: "the file system is read-only"
    default: String(cString: strerror(self)).lowercased()
    }
  }
}

extension String {
  fileprivate var withoutFullStop: String { hasSuffix(".") ? String(dropLast()) : self }
}

extension JSONEncoder {
  package static var readable: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return encoder
  }
}
