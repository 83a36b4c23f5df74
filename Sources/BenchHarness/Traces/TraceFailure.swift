/// Why a recording is refused: an offset in bytes and a column, where there is one.
struct TraceFailure: Error {
  let offset: Int?
  let column: String?
  let cause: String

  init(_ offset: Int?, column: String? = nil, _ cause: String) {
    self.offset = offset
    self.column = column
    self.cause = cause
  }
}
