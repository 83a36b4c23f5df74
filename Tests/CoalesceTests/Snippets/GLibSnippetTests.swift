#if os(Linux)
  import Foundation

  // For an app whose main loop is GLib's, compiled as in docs/in-an-app.md.

  @_silgen_name("_dispatch_get_main_queue_handle_4CF") func mainQueueHandle() -> Int32
  @_silgen_name("_dispatch_main_queue_callback_4CF") func runMainQueue(_: UnsafeRawPointer?)

  /// Runs what waits on the main queue when GLib's main loop finds it ready.
  func serveMainQueue() {
    let runReady: GIOFunc = { _, _, _ in
      var wakeUps: UInt64 = 0
      read(mainQueueHandle(), &wakeUps, 8)
      runMainQueue(nil)
      return 1
    }
    g_io_add_watch(g_io_channel_unix_new(mainQueueHandle()), G_IO_IN, runReady, nil)
  }

  // The parts of GLib that the snippet uses.

  private typealias Data = UnsafeMutableRawPointer
  private typealias GIOFunc = @convention(c) (OpaquePointer?, Int32, Data?) -> Int32
  private let G_IO_IN: Int32 = 1

  private func g_io_channel_unix_new(_ descriptor: Int32) -> OpaquePointer? { nil }
  private func g_io_add_watch(
    _ channel: OpaquePointer?, _ condition: Int32, _ work: GIOFunc, _ data: Data?
  ) {}
#endif
