import Foundation

extension ResultsFolder {
  /// Makes the folder `output`, or a new one in `Results` named for the time.
  /// - Parameters:
  ///   - output: the folder to write to; nil for a new one.
  ///   - name: what was run, as part of the new folder's name.
  ///   - date: now.
  /// - Returns: where it is.
  /// - Throws: ``HarnessError/cannotWrite(path:cause:)``.
  public static func make(output: String?, name: String, date: Date) throws -> URL {
    let url = output.map { URL(fileURLWithPath: $0, isDirectory: true) } ?? unused(name, date)
    do {
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    } catch {
      throw HarnessError.cannotWrite(path: url.path, cause: error.fileCause + ".")
    }
    try checkWritable(url)
    return url
  }

  /// A folder in `Results` that is not there yet.
  private static func unused(_ name: String, _ date: Date) -> URL {
    let results = URL(fileURLWithPath: "Results", isDirectory: true)
    let stamp = date.formatted(.iso8601.timeSeparator(.omitted))
    var candidate = results.appendingPathComponent("\(stamp)-\(name)", isDirectory: true)
    var number = 2
    while FileManager.default.fileExists(atPath: candidate.path) {
      candidate = results.appendingPathComponent("\(stamp)-\(name)-\(number)", isDirectory: true)
      number += 1
    }
    return candidate
  }

  /// Said before the first trial, not after it.
  private static func checkWritable(_ url: URL) throws {
    let probe = url.appendingPathComponent(".probe")
    do {
      try Data().write(to: probe)
      try FileManager.default.removeItem(at: probe)
    } catch {
      throw HarnessError.cannotWrite(path: url.path, cause: error.fileCause + ".")
    }
  }

  /// A convenience: where a link cannot be made, the run goes on without it.
  static func pointLatest(to url: URL, in results: URL) {
    let link = results.appendingPathComponent("latest")
    let temporary = results.appendingPathComponent(".latest-\(getpid())")
    try? FileManager.default.createSymbolicLink(
      atPath: temporary.path, withDestinationPath: url.lastPathComponent)
    if rename(temporary.path, link.path) != 0 {
      try? FileManager.default.removeItem(at: temporary)
    }
  }
}
