// A stub written by hand after Apple's public documentation of Foundation (macOS 15); signatures only.
@_exported import ObjectiveC
@_exported import Darwin
@_exported import Dispatch
public typealias TimeInterval = Double

// MARK: Data
public struct Data: Equatable, Hashable, RandomAccessCollection, MutableCollection, RangeReplaceableCollection, Sendable, Codable {
  public typealias Index = Int
  public typealias Element = UInt8
  public typealias SubSequence = Data
  public init() {}
  public init<S: Sequence>(_ elements: S) where S.Element == UInt8 {}
  public init(repeating: UInt8, count: Int) {}
  public init(bytes: UnsafeRawPointer, count: Int) {}
  public init(contentsOf url: URL) throws {}
  public var startIndex: Int { 0 }
  public var endIndex: Int { 0 }
  public var count: Int { 0 }
  public subscript(i: Int) -> UInt8 { get { 0 } set {} }
  public subscript(r: Range<Int>) -> Data { get { self } set {} }
  public func index(after i: Int) -> Int { i + 1 }
  public func index(before i: Int) -> Int { i - 1 }
  public mutating func replaceSubrange<C: Collection>(_ r: Range<Int>, with c: C) where C.Element == UInt8 {}
  public mutating func append(_ other: Data) {}
  public func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R { try body(UnsafeRawBufferPointer(start: nil, count: 0)) }
  public mutating func withUnsafeMutableBytes<R>(_ body: (UnsafeMutableRawBufferPointer) throws -> R) rethrows -> R { try body(UnsafeMutableRawBufferPointer(start: nil, count: 0)) }
  public struct WritingOptions: OptionSet, Sendable { public let rawValue: UInt; public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let atomic = WritingOptions(rawValue: 1) }
  public func write(to url: URL, options: Data.WritingOptions = []) throws {}
  public func base64EncodedString() -> String { "" }
}
public struct UUID: Hashable, Sendable, Codable { public init() {}; public var uuidString: String { "" } }
public struct Date: Hashable, Comparable, Sendable, Codable {
  public init() {}
  public init(timeIntervalSince1970: TimeInterval) {}
  public static let distantFuture = Date()
  public static func < (a: Date, b: Date) -> Bool { false }
  public static func + (a: Date, b: TimeInterval) -> Date { a }
}
@available(macOS 12.0, iOS 15.0, tvOS 15.0, watchOS 8.0, *)
extension Date {
  public struct ISO8601FormatStyle: Sendable, FormatStyle, ParseStrategy {
    public init() {}
    public func year() -> Self { self }
    public func month() -> Self { self }
    public func day() -> Self { self }
    public func parse(_ s: String) throws -> Date { Date() }
    public enum TimeSeparator: Sendable { case colon, omitted }
    public func timeSeparator(_ s: TimeSeparator) -> Self { self }
    public func format(_ d: Date) -> String { "" }
  }
  public func formatted<F: FormatStyle>(_ f: F) -> F.FormatOutput where F.FormatInput == Date { f.format(self) }
  public init<S: ParseStrategy>(_ s: S.ParseInput, strategy: S) throws where S.ParseOutput == Date { self = try strategy.parse(s) }
}
@available(macOS 12.0, iOS 15.0, tvOS 15.0, watchOS 8.0, *)
public protocol FormatStyle: Sendable { associatedtype FormatInput; associatedtype FormatOutput; func format(_ v: FormatInput) -> FormatOutput }
@available(macOS 12.0, iOS 15.0, tvOS 15.0, watchOS 8.0, *)
public protocol ParseStrategy: Sendable { associatedtype ParseInput; associatedtype ParseOutput; func parse(_ v: ParseInput) throws -> ParseOutput }
@available(macOS 12.0, iOS 15.0, tvOS 15.0, watchOS 8.0, *)
extension FormatStyle where Self == Date.ISO8601FormatStyle { public static var iso8601: Self { .init() } }

// MARK: URL
public struct URL: Hashable, Sendable, Codable, CustomStringConvertible {
  public init(fileURLWithPath: String) {}
  public init(fileURLWithPath: String, isDirectory: Bool) {}
  @available(macOS 13.0, iOS 16.0, tvOS 16.0, watchOS 9.0, *)
  public init(filePath: String) {}
  @available(macOS, introduced: 10.10, deprecated: 100000.0) public var path: String { "" }
  @available(macOS 13.0, iOS 16.0, tvOS 16.0, watchOS 9.0, *)
  public func appending<S: StringProtocol>(path: S) -> URL { self }
  public func appendingPathComponent(_ s: String) -> URL { self }
  public func appendingPathComponent(_ s: String, isDirectory: Bool) -> URL { self }
  public func deletingLastPathComponent() -> URL { self }
  public func deletingPathExtension() -> URL { self }
  public var lastPathComponent: String { "" }
  public var pathExtension: String { "" }
  public var standardizedFileURL: URL { self }
  public func resolvingSymlinksInPath() -> URL { self }
  public var relativePath: String { "" }
  public var description: String { "" }
  public var hasDirectoryPath: Bool { false }
}
public struct FileAttributeKey: Hashable, Sendable {
  public static let size = FileAttributeKey(), posixPermissions = FileAttributeKey()
}
open class FileManager: NSObject, @unchecked Sendable {
  public class var `default`: FileManager { FileManager() }
  public var temporaryDirectory: URL { URL(fileURLWithPath: "") }
  public var currentDirectoryPath: String { "" }
  public func fileExists(atPath: String) -> Bool { true }
  public func isExecutableFile(atPath: String) -> Bool { true }
  public func isReadableFile(atPath: String) -> Bool { true }
  public func contents(atPath: String) -> Data? { nil }
  public func createDirectory(at: URL, withIntermediateDirectories: Bool, attributes: [FileAttributeKey: Any]? = nil) throws {}
  public func createSymbolicLink(at: URL, withDestinationURL: URL) throws {}
  public func createSymbolicLink(atPath: String, withDestinationPath: String) throws {}
  public func contentsOfDirectory(atPath: String) throws -> [String] { [] }
  open class DirectoryEnumerator: NSObject { public var allObjects: [Any] { [] } }
  public func enumerator(atPath: String) -> DirectoryEnumerator? { nil }
  public func removeItem(at: URL) throws {}
  public func removeItem(atPath: String) throws {}
  public func moveItem(atPath: String, toPath: String) throws {}
  public func linkItem(at: URL, to: URL) throws {}
  public func attributesOfItem(atPath: String) throws -> [FileAttributeKey: Any] { [:] }
  public func setAttributes(_ a: [FileAttributeKey: Any], ofItemAtPath: String) throws {}
}
open class FileHandle: NSObject, @unchecked Sendable {
  public class var standardInput: FileHandle { FileHandle(fileDescriptor: 0) }
  public class var standardOutput: FileHandle { FileHandle(fileDescriptor: 1) }
  public class var standardError: FileHandle { FileHandle(fileDescriptor: 2) }
  public class var nullDevice: FileHandle { FileHandle(fileDescriptor: 3) }
  public init(fileDescriptor: Int32, closeOnDealloc: Bool) { super.init() }
  public convenience init(fileDescriptor: Int32) { self.init(fileDescriptor: fileDescriptor, closeOnDealloc: false) }
  public convenience init(forReadingFrom: URL) throws { self.init(fileDescriptor: 0) }
  public convenience init(forWritingTo: URL) throws { self.init(fileDescriptor: 0) }
  public convenience init?(forReadingAtPath: String) { self.init(fileDescriptor: 0) }
  public func readDataToEndOfFile() -> Data { Data() }
  public func write(_ d: Data) {}
  @available(macOS 10.15.4, *) public func read(upToCount: Int) throws -> Data? { nil }
  @available(macOS 10.15.4, *) public func write<T: Sequence>(contentsOf: T) throws where T.Element == UInt8 {}
  @available(macOS 10.15, *) public func close() throws {}
  public var fileDescriptor: Int32 { 0 }
}
open class Pipe: NSObject, @unchecked Sendable {
  public override init() { super.init() }
  public var fileHandleForReading: FileHandle { .standardInput }
}
// Apple's documentation: conforms to Sendable.
open class Process: NSObject, @unchecked Sendable {
  public enum TerminationReason: Int, Sendable { case exit = 1, uncaughtSignal = 2 }
  public override init() { super.init() }
  public class func run(_ url: URL, arguments: [String], terminationHandler: (@Sendable (Process) -> Void)? = nil) throws -> Process { Process() }
  public var executableURL: URL?
  public var arguments: [String]?
  public var environment: [String: String]?
  public var currentDirectoryURL: URL?
  public var standardInput: Any?
  public var standardOutput: Any?
  public var standardError: Any?
  public func run() throws {}
  public func interrupt() {}
  public func terminate() {}
  public func waitUntilExit() {}
  public var processIdentifier: Int32 { 0 }
  public var isRunning: Bool { false }
  public var terminationStatus: Int32 { 0 }
  public var terminationReason: TerminationReason { .exit }
  public var terminationHandler: (@Sendable (Process) -> Void)?
}
open class ProcessInfo: NSObject, @unchecked Sendable {
  public class var processInfo: ProcessInfo { ProcessInfo() }
  public var environment: [String: String] { [:] }
  public var activeProcessorCount: Int { 1 }
  public var physicalMemory: UInt64 { 0 }
  public var processIdentifier: Int32 { 0 }
  public struct ActivityOptions: OptionSet, Sendable { public let rawValue: UInt64; public init(rawValue: UInt64) { self.rawValue = rawValue }
    public static let userInitiated = Self(rawValue: 0x00FFFFFF | 1 << 20); public static let latencyCritical = Self(rawValue: 0xFF00000000) }
  public func beginActivity(options: ActivityOptions = [], reason: String) -> any NSObjectProtocol { NSObject() }
  public func endActivity(_ activity: any NSObjectProtocol) {}
}
open class Thread: NSObject, @unchecked Sendable {
  public class var isMainThread: Bool { false }
  public class func detachNewThread(_ block: @escaping @Sendable () -> Void) {}
  public class func sleep(forTimeInterval: TimeInterval) {}
  public override init() { super.init() }
  public convenience init(block: @escaping @Sendable () -> Void) { self.init() }
  public func start() {}
  public var name: String?
  public var stackSize = 0
  public var qualityOfService: QualityOfService = .default
}
public enum QualityOfService: Int, Sendable { case userInteractive = 33, userInitiated = 25, utility = 17, background = 9, `default` = -1 }
open class RunLoop: NSObject {
  public struct Mode: Hashable, Sendable, RawRepresentable { public var rawValue: String; public init(rawValue: String) { self.rawValue = rawValue }
    public static let `default` = Mode(rawValue: "d"); public static let common = Mode(rawValue: "c") }
  public class var main: RunLoop { RunLoop() }
  public var currentMode: RunLoop.Mode? { nil }
  @available(*, noasync) public func run(mode: RunLoop.Mode, before: Date) -> Bool { false }
  @available(*, noasync) public func run(until: Date) {}
  public func perform(_ block: @escaping @Sendable () -> Void) {}
}
@available(*, unavailable) extension RunLoop: @unchecked Sendable {}
public typealias CFIndex = Int
public typealias CFOptionFlags = UInt
public class CFAllocator {}
public class CFRunLoop {}
public class CFRunLoopObserver {}
public struct CFRunLoopMode: Sendable { public static let commonModes = CFRunLoopMode() }
public struct CFRunLoopActivity: OptionSet, Sendable { public let rawValue: CFOptionFlags; public init(rawValue: CFOptionFlags) { self.rawValue = rawValue }
  public static let beforeWaiting = Self(rawValue: 32) }
public func CFRunLoopObserverCreateWithHandler(_ allocator: CFAllocator!, _ activities: CFOptionFlags, _ repeats: Bool, _ order: CFIndex, _ block: ((CFRunLoopObserver?, CFRunLoopActivity) -> Void)!) -> CFRunLoopObserver! { nil }
public func CFRunLoopAddObserver(_ rl: CFRunLoop!, _ observer: CFRunLoopObserver!, _ mode: CFRunLoopMode!) {}
public func CFRunLoopGetMain() -> CFRunLoop! { nil }
public struct Notification { public struct Name: Hashable, Sendable { public init(_ s: String) {} } }
open class OperationQueue: NSObject, @unchecked Sendable { public class var main: OperationQueue { OperationQueue() } }
open class NotificationCenter: NSObject, @unchecked Sendable {
  public class var `default`: NotificationCenter { NotificationCenter() }
  public func addObserver(forName: Notification.Name?, object: Any?, queue: OperationQueue?, using: @escaping @Sendable (Notification) -> Void) -> any NSObjectProtocol { NSObject() }
  public func removeObserver(_ o: Any) {}
  public func post(name: Notification.Name, object: Any?, userInfo: [AnyHashable: Any]? = nil) {}
}

// MARK: errors
public let NSPOSIXErrorDomain = "NSPOSIXErrorDomain"
public let NSCocoaErrorDomain = "NSCocoaErrorDomain"
public let NSUnderlyingErrorKey = "NSUnderlyingError"
open class NSError: NSObject, Error, @unchecked Sendable {
  public init(domain: String, code: Int, userInfo: [String: Any]? = nil) { super.init() }
  public var domain: String { "" }
  public var code: Int { 0 }
  public var userInfo: [String: Any] { [:] }
}
extension Error { public var localizedDescription: String { "" } }
public protocol LocalizedError: Error { var errorDescription: String? { get } }
public struct CocoaError: Error, @unchecked Sendable {
  public struct Code: RawRepresentable, Hashable, Sendable { public var rawValue: Int; public init(rawValue: Int) { self.rawValue = rawValue }
    public static let fileNoSuchFile = Code(rawValue: 4); public static let fileReadNoSuchFile = Code(rawValue: 260); public static let fileReadNoPermission = Code(rawValue: 257)
    public static let fileWriteNoPermission = Code(rawValue: 513); public static let fileWriteOutOfSpace = Code(rawValue: 640); public static let fileWriteVolumeReadOnly = Code(rawValue: 642)
    public static let fileReadUnknown = Code(rawValue: 256); public static let featureUnsupported = Code(rawValue: 3328) }
  public init(_ c: Code, userInfo: [String: Any] = [:]) {}
  public var code: Code { .fileNoSuchFile }
}

// MARK: JSON
open class JSONEncoder: @unchecked Sendable {
  public init() {}
  public struct OutputFormatting: OptionSet, Sendable { public let rawValue: UInt; public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let prettyPrinted = Self(rawValue: 1); public static let sortedKeys = Self(rawValue: 2); public static let withoutEscapingSlashes = Self(rawValue: 8) }
  public enum DateEncodingStrategy: Sendable { case iso8601 }
  public var outputFormatting: OutputFormatting = []
  public var dateEncodingStrategy: DateEncodingStrategy = .iso8601
  public var userInfo: [CodingUserInfoKey: any Sendable] { get { [:] } set {} }
  public func encode<T: Encodable>(_ v: T) throws -> Data { Data() }
}
open class JSONDecoder: @unchecked Sendable {
  public init() {}
  public enum DateDecodingStrategy: Sendable { case iso8601 }
  public var dateDecodingStrategy: DateDecodingStrategy = .iso8601
  public enum NonConformingFloatDecodingStrategy: Sendable { case `throw`, convertFromString(positiveInfinity: String, negativeInfinity: String, nan: String) }
  public var nonConformingFloatDecodingStrategy: NonConformingFloatDecodingStrategy = .throw
  public var userInfo: [CodingUserInfoKey: any Sendable] { get { [:] } set {} }
  public func decode<T: Decodable>(_ t: T.Type, from: Data) throws -> T { fatalError() }
}
open class JSONSerialization: NSObject {
  public class func jsonObject(with: Data) throws -> Any { 0 }
}

// MARK: strings
open class NSString: NSObject, @unchecked Sendable { public var lastPathComponent: String { "" }; public var deletingLastPathComponent: String { "" }; public init(string: String) { super.init() } }
open class NSDictionary: NSObject, @unchecked Sendable { }
open class NSNumber: NSObject, @unchecked Sendable { }
open class NSLock: NSObject, @unchecked Sendable { public override init() { super.init() }; public func lock() {}; public func unlock() {}; public func withLock<R>(_ b: () throws -> R) rethrows -> R { try b() } }
public struct CharacterSet: Sendable, Hashable { public static let whitespaces = CharacterSet(), whitespacesAndNewlines = CharacterSet(), newlines = CharacterSet() }
extension String {
  public struct Encoding: Hashable, Sendable { public static let utf8 = Encoding() }
  public struct CompareOptions: OptionSet, Sendable { public let rawValue: UInt; public init(rawValue: UInt) { self.rawValue = rawValue }; public static let numeric = Self(rawValue: 64) }
  public init(contentsOfFile: String, encoding: Encoding) throws { self = "" }
  public init(contentsOf: URL, encoding: Encoding) throws { self = "" }
  public init?(data: Data, encoding: Encoding) { self = "" }
  public init(format: String, _ arguments: any CVarArg...) { self = "" }
}
extension StringProtocol {
  public func replacingCharacters<T: StringProtocol, R: RangeExpression>(in range: R, with: T) -> String where R.Bound == Index { "" }
  public func trimmingCharacters(in: CharacterSet) -> String { "" }
  public func components<T: StringProtocol>(separatedBy: T) -> [String] { [] }
  public func replacingOccurrences<A: StringProtocol, B: StringProtocol>(of: A, with: B) -> String { "" }
  public func range<T: StringProtocol>(of: T) -> Range<Index>? { nil }
  public func contains<T: StringProtocol>(_ other: T) -> Bool { true }
  public func write(to: URL, atomically: Bool, encoding: String.Encoding) throws {}
  public func padding<T: StringProtocol>(toLength: Int, withPad: T, startingAt: Int) -> String { "" }
  public func compare<T: StringProtocol>(_ o: T, options: String.CompareOptions = []) -> ComparisonResult { .orderedSame }
}
public enum ComparisonResult: Int, Sendable { case orderedAscending = -1, orderedSame = 0, orderedDescending = 1 }
open class Bundle: NSObject, @unchecked Sendable {
  public class var main: Bundle { Bundle() }
  public class var allBundles: [Bundle] { [] }
  public var bundlePath: String { "" }
  public var executablePath: String? { nil }
}
public func _convertErrorToNSError(_ error: any Error) -> NSError { NSError(domain: "", code: 0) }
public func _convertNSErrorToError(_ error: NSError?) -> any Error { error! }

extension String: _ObjectiveCBridgeable {
  public typealias _ObjectiveCType = NSString
  public func _bridgeToObjectiveC() -> NSString { NSString(string: self) }
  public static func _forceBridgeFromObjectiveC(_ s: NSString, result: inout String?) {}
  public static func _conditionallyBridgeFromObjectiveC(_ s: NSString, result: inout String?) -> Bool { true }
  public static func _unconditionallyBridgeFromObjectiveC(_ s: NSString?) -> String { "" }
}
extension Dictionary: _ObjectiveCBridgeable {
  public typealias _ObjectiveCType = NSDictionary
  public func _bridgeToObjectiveC() -> NSDictionary { NSDictionary() }
  public static func _forceBridgeFromObjectiveC(_ s: NSDictionary, result: inout Dictionary?) {}
  public static func _conditionallyBridgeFromObjectiveC(_ s: NSDictionary, result: inout Dictionary?) -> Bool { true }
  public static func _unconditionallyBridgeFromObjectiveC(_ s: NSDictionary?) -> Dictionary { [:] }
}
