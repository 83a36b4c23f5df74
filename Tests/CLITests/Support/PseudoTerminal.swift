import Coalesce
import Foundation

/// A terminal with a given number of columns that keeps all text written to it.
final class PseudoTerminal: Sendable {
  /// The program's output. Other child processes must not inherit it: the text would end only after they have ended.
  let end: FileHandle
  private let text = Locked(Data())
  private let isOver = DispatchSemaphore(value: 0)

  /// With 0 columns, the terminal does not report its width.
  init(columns: Int) throws {
    let (master, name) = Self.open()
    guard master >= 0, !name.isEmpty else { throw CocoaError(.fileReadUnknown) }
    var size = winsize(ws_row: 24, ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(master, UInt(TIOCSWINSZ), &size)
    end = FileHandle(
      fileDescriptor: Foundation.open(name, O_RDWR | O_NOCTTY | O_CLOEXEC), closeOnDealloc: true)
    // Reads while the program writes, because a terminal's buffer is small.
    Thread.detachNewThread { [text, isOver] in
      var buffer = [UInt8](repeating: 0, count: 4_096)
      while true {
        let count = read(master, &buffer, buffer.count)
        guard count > 0 else { break }
        text.withLock { $0.append(contentsOf: buffer[..<count]) }
      }
      close(master)
      isOver.signal()
    }
  }

  private static func open() -> (master: Int32, name: String) {
    #if os(Linux)
      // Glibc's module lacks `posix_openpt` and its relatives; these numbers are TIOCSPTLCK and TIOCGPTN.
      let master = Foundation.open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
      var (isLocked, number) = (Int32(0), UInt32(0))
      guard ioctl(master, 0x4004_5431, &isLocked) == 0, ioctl(master, 0x8004_5430, &number) == 0
      else { return (-1, "") }
      return (master, "/dev/pts/\(number)")
    #else
      let master = posix_openpt(O_RDWR | O_NOCTTY)
      guard grantpt(master) == 0, unlockpt(master) == 0 else { return (-1, "") }
      return (master, ptsname(master).map { String(cString: $0) } ?? "")
    #endif
  }

  /// All text that the program wrote. Call it after the program has ended.
  func written() throws -> String {
    try end.close()
    isOver.wait()
    return text.withLock { String(decoding: $0, as: UTF8.self) }.replacing("\r\n", with: "\n")
  }
}
