import Testing

/// Where a submission comes from.
enum Origin: String, CaseIterable, CustomTestStringConvertible {
  case background, main

  var testDescription: String { rawValue }
}
