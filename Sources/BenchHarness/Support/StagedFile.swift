import Foundation

/// Files of results: written as a whole or not at all, and read with the cause of a failure in the
/// error.
///
/// Without Foundation. Where the system took only a part of the bytes, `Data.write` of Swift 6.3
/// silently writes the first bytes again: the file has the right length and the wrong content. It
/// gives up when a call is interrupted. `FileManager.contents` does not say why it failed.
package struct StagedFile {
  private let file: URL
  private let temporary: String

  /// Writes `data` beside `file`, which stays as it is.
  /// - Throws: an error with the cause.
  package init(_ data: Data, for file: URL) throws {
    self.file = file
    temporary =
      file.deletingLastPathComponent().appendingPathComponent(".bench-part-\(UUID().uuidString)")
      .path
    let descriptor = try SystemCall.open(temporary, O_WRONLY | O_CREAT | O_EXCL)
    do {
      try data.write(closing: descriptor) {
        if let mode = Self.mode(of: file) { fchmod(descriptor, mode) }
        try SystemCall.synchronise(descriptor)
      }
    } catch {
      discard()
      throw error
    }
  }

  /// Puts it in the place of `file`, or of nothing.
  /// - Throws: an error with the cause; then all is as before, and what was written beside is gone.
  package func commit() throws {
    do {
      _ = try SystemCall.result { Int(rename(temporary, file.path)) }
    } catch {
      discard()
      throw error
    }
  }

  /// Removes it, where it has not been put in its place.
  package func discard() { unlink(temporary) }

  /// Who may do what with a file that is there; nil where none is.
  private static func mode(of file: URL) -> mode_t? {
    var status = stat()
    return lstat(file.path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
      ? status.st_mode & 0o7777 : nil
  }
}

extension StagedFile {
  /// Writes files of one folder that belong together; nil removes a file. Readers ignore the others
  /// where the last of them is missing, so it is removed first and written last. On failure, the
  /// folder is restored as far as the disk lets it.
  /// - Throws: an error with the cause.
  package static func replace(_ files: [(name: String, data: Data?)], in folder: URL) throws {
    let places = files.map { folder.appendingPathComponent($0.name) }
    let before = places.map { place in (place: place, data: try? Data(whole: place)) }
    var staged: [StagedFile?] = []
    defer { staged.forEach { $0?.discard() } }
    for (file, place) in zip(files, places) {
      staged.append(try file.data.map { try StagedFile($0, for: place) })
    }
    var done = 0
    do {
      if let last = places.last { try remove(last) }
      for (file, place) in zip(staged, places) {
        if let file { try file.commit() } else { try remove(place) }
        done += 1
      }
    } catch {
      try? (before.prefix(done) + before.suffix(1)).forEach { place, data in
        if let data { try data.write(whole: place) } else { try remove(place) }
      }
      throw error
    }
  }

  /// Removes a file, where there is one; never a folder.
  /// - Throws: an error with the cause.
  package static func remove(_ file: URL) throws {
    if unlink(file.path) != 0, errno != ENOENT { throw SystemCall.cause }
  }
}

/// Calls of the system, made again where a signal interrupted them.
private enum SystemCall {
  static func result(_ call: () -> Int) throws -> Int {
    while true {
      let result = call()
      if result >= 0 { return result }
      guard errno == EINTR else { throw cause }
    }
  }

  /// Opens a file, which children do not inherit.
  static func open(_ path: String, _ flags: Int32) throws -> Int32 {
    Int32(try result { Int(Foundation.open(path, flags | O_CLOEXEC, 0o666)) })
  }

  /// Waits until the disk has it all. What is not on a disk cannot, which is no failure.
  static func synchronise(_ descriptor: Int32) throws {
    do {
      _ = try result { Int(fsync(descriptor)) }
    } catch {
      guard [EINVAL, ENOTSUP].contains(Int32((error as NSError).code)) else { throw error }
    }
  }

  static var cause: any Error { NSError(domain: NSPOSIXErrorDomain, code: Int(errno)) }
}

extension Data {
  /// Writes this as a file, as a whole: readers find what was there before or all of this, also
  /// after a failure.
  /// - Throws: an error with the cause.
  package func write(whole file: URL) throws { try StagedFile(self, for: file).commit() }

  /// Adds this to the end of the file, which must be there: a journal that is gone must not begin
  /// anew.
  /// - Throws: an error with the cause.
  package func append(to file: URL) throws {
    try write(closing: SystemCall.open(file.path, O_WRONLY | O_APPEND))
  }

  /// Reads a whole file.
  /// - Throws: an error with the cause.
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

  /// Reads a file of results.
  /// - Throws: ``BenchError/badResults(file:line:cause:)`` for a file that is not there or not for this
  ///   user, ``BenchError/cannotRead(path:cause:)`` where the machine stands in the way.
  package init(results file: URL) throws {
    do {
      try self.init(whole: file)
    } catch {
      guard error.isWrongFile else {
        throw BenchError.cannotRead(path: file.path, cause: error.fileCause + ".")
      }
      let cause = error.isMissingFile ? "it is not there" : "it cannot be read: \(error.fileCause)"
      throw BenchError.badResults(file: file.path, line: nil, cause: cause + ".")
    }
  }

  /// Writes this, does the rest, and closes the file whatever happens. If closing fails, so does
  /// this: a network file system may report a full disk only then.
  fileprivate func write(closing descriptor: Int32, then finish: () throws -> Void = {}) throws {
    do {
      try withUnsafeBytes { (bytes: UnsafeRawBufferPointer) in
        var rest = bytes[...]
        while !rest.isEmpty {
          let part = UnsafeRawBufferPointer(rebasing: rest)
          rest = rest.dropFirst(
            try SystemCall.result { Foundation.write(descriptor, part.baseAddress, part.count) })
        }
      }
      try finish()
    } catch {
      close(descriptor)
      throw error
    }
    // When interrupted, it is closed nevertheless.
    if close(descriptor) != 0, errno != EINTR { throw SystemCall.cause }
  }
}

extension String {
  /// Writes this as a file of its own, as a whole.
  /// - Throws: ``BenchError/cannotWrite(path:cause:)``.
  package func write(whole file: URL) throws {
    try BenchError.writing(file.path) { try Data(utf8).write(whole: file) }
  }
}

extension Error {
  /// Whether another file should have been named: this one is not there, no file, or not for this
  /// user.
  package var isWrongFile: Bool {
    let error = self as NSError
    return error.domain == NSPOSIXErrorDomain
      && [ENOENT, ENOTDIR, EISDIR, EACCES, EPERM, ELOOP, ENAMETOOLONG].contains(Int32(error.code))
  }

  package var isMissingFile: Bool {
    let error = self as NSError
    return error.domain == NSPOSIXErrorDomain && [ENOENT, ENOTDIR].contains(Int32(error.code))
  }
}
