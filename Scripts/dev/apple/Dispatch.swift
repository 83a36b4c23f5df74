// stub written by hand after Apple's public documentation of Dispatch
@_exported import ObjectiveC
public import Darwin
open class DispatchObject: NSObject { }
extension DispatchObject {
  public func activate() {}
  public func suspend() {}
  public func resume() {}
}
public struct DispatchTime: Comparable, Sendable {
  public let rawValue: UInt64
  public static func now() -> DispatchTime { DispatchTime(uptimeNanoseconds: 0) }
  public static let distantFuture = DispatchTime(uptimeNanoseconds: .max)
  public init(uptimeNanoseconds: UInt64) { rawValue = uptimeNanoseconds }
  public var uptimeNanoseconds: UInt64 { rawValue }
  public static func < (a: DispatchTime, b: DispatchTime) -> Bool { a.rawValue < b.rawValue }
}
public enum DispatchTimeInterval: Equatable, Sendable {
  case seconds(Int), milliseconds(Int), microseconds(Int), nanoseconds(Int), never
}
public enum DispatchTimeoutResult: Sendable { case success, timedOut }
public func + (time: DispatchTime, interval: DispatchTimeInterval) -> DispatchTime { time }
public func + (time: DispatchTime, seconds: Double) -> DispatchTime { time }
public class DispatchWorkItem {
  public init(block: @escaping @convention(block) () -> Void) {}
}
public final class DispatchSpecificKey<T> { public init() {} }
extension DispatchSpecificKey: @unchecked Sendable {}
open class DispatchQueue: DispatchObject, @unchecked Sendable {
  override init() { super.init() }
}
extension DispatchQueue {
  public struct Attributes: OptionSet, Sendable {
    public let rawValue: UInt64
    public init(rawValue: UInt64) { self.rawValue = rawValue }
    public static let concurrent = Attributes(rawValue: 2)
  }
  public class func concurrentPerform(iterations: Int, execute work: (Int) -> Void) {}
  public class var main: DispatchQueue { DispatchQueue() }
  public class func global() -> DispatchQueue { DispatchQueue() }
  public class func getSpecific<T>(key: DispatchSpecificKey<T>) -> T? { nil }
  public convenience init(label: String, attributes: DispatchQueue.Attributes = [], target: DispatchQueue? = nil) { self.init() }
  @preconcurrency public func async(group: DispatchGroup? = nil, execute work: @escaping @Sendable @convention(block) () -> Void) {}
  public func sync<T>(execute work: () throws -> T) rethrows -> T { try work() }
  @preconcurrency public func asyncAfter(deadline: DispatchTime, execute work: @escaping @Sendable @convention(block) () -> Void) {}
  public func getSpecific<T>(key: DispatchSpecificKey<T>) -> T? { nil }
  public func setSpecific<T>(key: DispatchSpecificKey<T>, value: T?) {}
}
open class DispatchGroup: DispatchObject, @unchecked Sendable { public override init() { super.init() } }
extension DispatchGroup {
  public func wait() {}
  public func enter() {}
  public func leave() {}
}
open class DispatchSemaphore: DispatchObject, @unchecked Sendable { override init() { super.init() } }
extension DispatchSemaphore {
  public convenience init(value: Int) { self.init() }
  @discardableResult public func signal() -> Int { 0 }
  public func wait() {}
  public func wait(timeout: DispatchTime) -> DispatchTimeoutResult { .success }
}
// --- sources: as Apple documents them, DispatchSourceProtocol is not Sendable, those that inherit it are.
public protocol DispatchSourceProtocol: NSObjectProtocol {}
extension DispatchSourceProtocol {
  public typealias DispatchSourceHandler = @convention(block) () -> Void
  public func setEventHandler(handler: DispatchSourceHandler?) {}
  public func setEventHandler(handler: DispatchWorkItem) {}
  @available(macOS 10.12, *) public func activate() {}
  public func cancel() {}
  public func resume() {}
  public func suspend() {}
  public var data: UInt { 0 }
  public var isCancelled: Bool { false }
}
public protocol DispatchSourceUserDataAdd: DispatchSourceProtocol, Sendable {}
extension DispatchSourceUserDataAdd { public func add(data: UInt) {} }
public protocol DispatchSourceUserDataOr: DispatchSourceProtocol, Sendable {}
extension DispatchSourceUserDataOr { public func or(data: UInt) {} }
public protocol DispatchSourceUserDataReplace: DispatchSourceProtocol, Sendable {}
extension DispatchSourceUserDataReplace { public func replace(data: UInt) {} }
public protocol DispatchSourceTimer: DispatchSourceProtocol, Sendable {}
extension DispatchSourceTimer {
  public func schedule(deadline: DispatchTime, repeating interval: DispatchTimeInterval = .never, leeway: DispatchTimeInterval = .nanoseconds(0)) {}
}
public protocol DispatchSourceSignal: DispatchSourceProtocol, Sendable {}
public protocol DispatchSourceProcess: DispatchSourceProtocol, Sendable {}
open class DispatchSource: DispatchObject, DispatchSourceProtocol, DispatchSourceUserDataAdd, DispatchSourceUserDataOr, DispatchSourceUserDataReplace, DispatchSourceTimer, DispatchSourceSignal, DispatchSourceProcess, @unchecked Sendable { override init() { super.init() } }
extension DispatchSource {
  public struct TimerFlags: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let strict = TimerFlags(rawValue: 1)
  }
  public class func makeTimerSource(flags: DispatchSource.TimerFlags = [], queue: DispatchQueue? = nil) -> any DispatchSourceTimer { DispatchSource() }
  public class func makeUserDataAddSource(queue: DispatchQueue? = nil) -> any DispatchSourceUserDataAdd { DispatchSource() }
  public class func makeUserDataOrSource(queue: DispatchQueue? = nil) -> any DispatchSourceUserDataOr { DispatchSource() }
  public class func makeUserDataReplaceSource(queue: DispatchQueue? = nil) -> any DispatchSourceUserDataReplace { DispatchSource() }
  public struct ProcessEvent: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let exit = ProcessEvent(rawValue: 0x80000000)
  }
  public class func makeProcessSource(identifier: pid_t, eventMask: DispatchSource.ProcessEvent, queue: DispatchQueue? = nil) -> any DispatchSourceProcess { DispatchSource() }
  public class func makeSignalSource(signal: Int32, queue: DispatchQueue? = nil) -> any DispatchSourceSignal { DispatchSource() }
}
