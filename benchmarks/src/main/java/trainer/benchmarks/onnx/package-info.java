/** A bare loop around ONNX Runtime, to compare with {@code score}: {@code benchmarks/onnx}. */
package trainer.benchmarks.onnx;
