/**
 * Arithmetic that gives the same bits on every machine and JDK: IEEE operations and our own
 * polynomials; no intrinsic of {@link java.lang.Math} that a platform may replace.
 */
package trainer.core.math;
