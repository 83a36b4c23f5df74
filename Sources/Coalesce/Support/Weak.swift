/// A weak reference as a value. Thread safety: an object that is not Sendable is used on the main actor only.
struct Weak<Object: AnyObject>: @unchecked Sendable {
  // `@unchecked` is safe: a weak reference is read atomically, and written under a lock or not at all.
  weak var object: Object?
}
