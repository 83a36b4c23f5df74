import CBenchPlatform

/// What the system lets a process have. With too little of it, libraries trap, or wait for threads that
/// never come.
enum ResourceLimits {
  /// Files that may be open at once: those of a trial, its child's streams, and what libraries open.
  private static let files: UInt = 64
  /// Threads: the pool of the standard library, a producer or two, and the one that waits for the child; and as
  /// many for the child, which counts towards the same limit and waits for ever for what it does not get.
  private static let threads: Int32 = 24

  /// Why there is too little, and what to do; nil where there is enough.
  static var shortage: String? {
    let mayBeOpen = cplatform_open_file_limit()
    guard mayBeOpen >= files else {
      return "Only \(mayBeOpen) files may be open at once, and \(files) are needed. "
        + "Raise the limit with 'ulimit -n'."
    }
    let canBeStarted = cplatform_startable_threads(threads)
    guard canBeStarted == threads else {
      return "Only \(canBeStarted) threads can be started, and \(threads) are needed. "
        + "End other programs, or raise the limit with 'ulimit -u'."
    }
    return nil
  }
}
