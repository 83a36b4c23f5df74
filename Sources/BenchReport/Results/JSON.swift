import BenchHarness
import Foundation

extension String {
  package static func json(_ value: some Encodable) throws -> String {
    String(decoding: try JSONEncoder.readable.encode(value), as: UTF8.self) + "\n"
  }
}

package struct NamedKey: CodingKey {
  package let stringValue: String
  package var intValue: Int? { nil }

  package init(stringValue: String) { self.stringValue = stringValue }
  package init?(intValue: Int) { nil }
}

extension Encoder {
  /// Encodes an object in which nil becomes null.
  func encode(_ members: KeyValuePairs<String, any Encodable>) throws {
    var object = container(keyedBy: NamedKey.self)
    for (name, value) in members { try object.encode(value, forKey: NamedKey(stringValue: name)) }
  }
}
