/**
 * Tensors of ONNX Runtime as Trainer fills and reads them: from the texts of columns, and to 32-bit
 * floats. Start with {@link trainer.onnx.tensor.ElementType}.
 */
package trainer.onnx.tensor;
