import Foundation

/// A lock on a file, held until it is released or the process ends, however that happens. Children
/// do not inherit it.
///
/// Thread safety: any thread.
package enum FileLock {
  package enum Answer {
    /// What ``release(_:)`` takes.
    case held(Int32)
    /// Another process has it, and left these words.
    case taken(by: String)
    /// The file cannot be made, or not be locked; `errno` says why.
    case impossible(Int32)
  }

  /// Makes the file where it is missing, locks it, and leaves `words` in it for processes that come
  /// later. Opens only regular files: a pipe of that name would wait for a reader.
  package static func hold(_ path: String, words: String = "") -> Answer {
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
    guard descriptor >= 0 else { return .impossible(errno) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      return .impossible(EEXIST)
    }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      let cause = errno
      let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
      guard cause == EWOULDBLOCK else { return .impossible(cause) }
      let text = (try? file.read(upToCount: 1_000)) ?? Data()
      return .taken(by: String(decoding: text, as: UTF8.self))
    }
    ftruncate(descriptor, 0)
    _ = words.withCString { write(descriptor, $0, strlen($0)) }
    return .held(descriptor)
  }

  package static func release(_ descriptor: Int32) { close(descriptor) }
}
