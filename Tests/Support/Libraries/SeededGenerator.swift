import BenchMath

/// Equal seeds give equal numbers.
package typealias SeededGenerator = BenchMath.SeededGenerator
