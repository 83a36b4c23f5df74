public import CCoalesceAtomics

/// A number or a Boolean that threads share.
///
/// `Synchronization.Atomic` does the same without an allocation, but needs macOS 15 and iOS 18. The word is allocated
/// because Swift does not promise that a stored property keeps its address.
///
/// Thread safety: every member may be used from any thread.
@frozen @usableFromInline
package struct Atomic<Value: AtomicValue>: ~Copyable, @unchecked Sendable {
  // `@unchecked` is safe: the pointer is constant, and only atomic operations use its word.
  @usableFromInline let word: UnsafeMutablePointer<UInt64>

  @inlinable
  package init(_ value: Value) {
    word = .allocate(capacity: 1)
    word.initialize(to: value.bits)
  }

  package init(onItsOwnLine value: Value) {
    let line = UnsafeMutableRawPointer.allocate(byteCount: 128, alignment: 64)
    word = line.initializeMemory(as: UInt64.self, to: value.bits)
  }

  @inlinable
  deinit { word.deallocate() }

  @inlinable
  package func load(ordering: MemoryOrdering) -> Value {
    Value(bits: coalesce_load(word, ordering.code))
  }

  @inlinable
  package func store(_ value: Value, ordering: MemoryOrdering) {
    coalesce_store(word, value.bits, ordering.code)
  }

  @inlinable
  package func exchange(_ value: Value, ordering: MemoryOrdering) -> Value {
    Value(bits: coalesce_exchange(word, value.bits, ordering.code))
  }
}

/// Operations on numbers. Sums wrap at 64 bits.
extension Atomic where Value: FixedWidthInteger {
  @inlinable @discardableResult
  package func wrappingAdd(
    _ value: Value, ordering: MemoryOrdering
  ) -> (oldValue: Value, newValue: Value) {
    let old = coalesce_add(word, value.bits, ordering.code)
    return (Value(bits: old), Value(bits: old &+ value.bits))
  }

  @inlinable
  package func bitwiseOr(_ value: Value, ordering: MemoryOrdering) {
    _ = coalesce_or(word, value.bits, ordering.code)
  }

  func max(_ value: Value) {
    while case let old = load(ordering: .relaxed), old < value, !replace(old, by: value) {}
  }

  func min(_ value: Value) {
    while case let old = load(ordering: .relaxed), value < old, !replace(old, by: value) {}
  }

  /// Stores `value` if the current value is `old`, and returns whether it did.
  func replace(_ old: Value, by value: Value) -> Bool {
    coalesce_replace(word, old.bits, value.bits)
  }
}

@usableFromInline
package protocol AtomicValue: Sendable {
  init(bits: UInt64)
  var bits: UInt64 { get }
}

extension AtomicValue where Self: FixedWidthInteger {
  @inlinable package init(bits: UInt64) { self.init(truncatingIfNeeded: bits) }
  @inlinable package var bits: UInt64 { UInt64(truncatingIfNeeded: self) }
}

extension Int: AtomicValue {}
extension UInt: AtomicValue {}
extension UInt64: AtomicValue {}
extension Bool: AtomicValue {
  @inlinable package init(bits: UInt64) { self = bits != 0 }
  @inlinable package var bits: UInt64 { self ? 1 : 0 }
}

/// The memory orderings of C11 that this package uses.
@frozen @usableFromInline
package struct MemoryOrdering {
  @usableFromInline let code: Int32

  @inlinable init(code: Int32) { self.code = code }

  @inlinable package static var relaxed: Self { Self(code: 0) }
  @inlinable package static var acquiring: Self { Self(code: 2) }
  @inlinable package static var releasing: Self { Self(code: 3) }
  @inlinable package static var acquiringAndReleasing: Self { Self(code: 4) }
}

/// Thread safety: every member may be used from any thread.
final class Flag: Sendable {
  private let word = Atomic<Bool>(false)

  var isSet: Bool { word.load(ordering: .acquiring) }

  func set() { word.store(true, ordering: .releasing) }

  func take() -> Bool {
    word.load(ordering: .relaxed) && word.exchange(false, ordering: .acquiringAndReleasing)
  }
}
