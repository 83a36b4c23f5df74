extension Array {
  /// Splits the array between each two neighbours that do not belong together.
  func chunked(by belongTogether: (Element, Element) -> Bool) -> [ArraySlice<Element>] {
    var chunks: [ArraySlice<Element>] = []
    var start = startIndex
    for position in indices.dropFirst() where !belongTogether(self[position - 1], self[position]) {
      chunks.append(self[start..<position])
      start = position
    }
    if start < endIndex { chunks.append(self[start...]) }
    return chunks
  }
}
