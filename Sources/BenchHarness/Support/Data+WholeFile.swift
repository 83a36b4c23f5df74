import Foundation

// Result files are replaced completely or not at all. Read errors state their cause. Foundation is not used to read or
// write files: after a partial write, `Data.write` of Swift 6.3 silently writes the first bytes again, and a signal
// makes it give up. `FileManager.contents` does not report why it failed.

/// System calls that are repeated if a signal interrupts them.
private enum SystemCall {
  static func result(_ call: () -> Int) throws -> Int {
    while true {
      let result = call()
      if result >= 0 { return result }
      guard errno == EINTR else { throw cause }
    }
  }

  /// Opens a file. Child processes do not inherit the descriptor.
  static func open(_ path: String, _ flags: Int32) throws -> Int32 {
    Int32(try result { Int(Foundation.open(path, flags | O_CLOEXEC, 0o666)) })
  }

  /// Waits until all data is on the disk. Does nothing for a file that is not on a disk.
  static func synchronise(_ descriptor: Int32) throws {
    do {
      _ = try result { Int(fsync(descriptor)) }
    } catch {
      guard error.isOne(of: [EINVAL, ENOTSUP]) else { throw error }
    }
  }

  static var cause: any Error { NSError(domain: NSPOSIXErrorDomain, code: Int(errno)) }
}

extension Data {
  /// Creates or replaces the file; keeps permissions. Readers see all old or all new contents, even after a failure.
  package func write(whole file: URL) throws {
    let temporary = file.deletingLastPathComponent()
      .appendingPathComponent(".bench-part-\(UUID().uuidString)").path
    let descriptor = try SystemCall.open(temporary, O_WRONLY | O_CREAT | O_EXCL)
    do {
      try write(closing: descriptor) {
        var status = stat()
        if lstat(file.path, &status) == 0, status.st_mode & S_IFMT == S_IFREG {
          fchmod(descriptor, status.st_mode & 0o7777)
        }
        try SystemCall.synchronise(descriptor)
      }
      _ = try SystemCall.result { Int(rename(temporary, file.path)) }
    } catch {
      unlink(temporary)
      throw error
    }
  }

  /// The file must exist, so that appending to a deleted journal fails instead of starting an incomplete one.
  package func append(to file: URL) throws {
    try write(closing: SystemCall.open(file.path, O_WRONLY | O_APPEND))
  }

  package init(whole file: URL) throws {
    let descriptor = try SystemCall.open(file.path, O_RDONLY)
    defer { close(descriptor) }
    self.init()
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = try SystemCall.result {
        buffer.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
      }
      guard count > 0 else { return }
      append(contentsOf: buffer[..<count])
    }
  }

  /// Reports a missing or inaccessible file as the user's mistake, and any other failure as the machine's.
  package init(results file: URL) throws {
    do {
      try self.init(whole: file)
    } catch {
      guard error.isWrongFile else {
        throw BenchError.cannotRead(path: file.path, cause: error.fileCause + ".")
      }
      let cause = error.isMissingFile ? "not found" : "it cannot be read: \(error.fileCause)"
      throw BenchError.badResults(file: file.path, line: nil, cause: cause + ".")
    }
  }

  package func write(to descriptor: Int32) throws {
    try withUnsafeBytes { (bytes: UnsafeRawBufferPointer) in
      var rest = bytes[...]
      while !rest.isEmpty {
        let part = UnsafeRawBufferPointer(rebasing: rest)
        rest = rest.dropFirst(
          try SystemCall.result { Foundation.write(descriptor, part.baseAddress, part.count) })
      }
    }
  }

  /// Writes the data, calls `finish` and closes the file. A network file system may report a full disk only on close.
  private func write(closing descriptor: Int32, then finish: () throws -> Void = {}) throws {
    do {
      try write(to: descriptor)
      try finish()
    } catch {
      close(descriptor)
      throw error
    }
    // The descriptor is closed even if `close` fails with EINTR.
    if close(descriptor) != 0, errno != EINTR { throw SystemCall.cause }
  }
}

extension String {
  package func write(whole file: URL) throws {
    try BenchError.writing(file.path) { try Data(utf8).write(whole: file) }
  }
}

extension FileManager {
  /// Removes the file if it exists; throws if it is a folder.
  package static func removeFile(_ file: URL) throws {
    try BenchError.writing(file.path) {
      if unlink(file.path) != 0, errno != ENOENT { throw SystemCall.cause }
    }
  }

  /// Creates a folder, which the caller must remove.
  package static func makeTemporaryFolder() throws -> URL {
    // Darwin's `temporaryDirectory` ignores TMPDIR.
    let named = ProcessInfo.processInfo.environment["TMPDIR"] ?? ""
    let parent =
      named.isEmpty
      ? FileManager.default.temporaryDirectory : URL(fileURLWithPath: named, isDirectory: true)
    let folder = parent.appendingPathComponent("coalesce-bench-\(UUID().uuidString)")
    try BenchError.writing(folder.path) {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    }
    return folder
  }
}

extension Error {
  package var isWrongFile: Bool {
    isOne(of: [ENOENT, ENOTDIR, EISDIR, EACCES, EPERM, ELOOP, ENAMETOOLONG])
  }

  package var isMissingFile: Bool { isOne(of: [ENOENT, ENOTDIR]) }

  fileprivate func isOne(of codes: [Int32]) -> Bool {
    let error = self as NSError
    return error.domain == NSPOSIXErrorDomain && codes.contains(Int32(error.code))
  }
}
