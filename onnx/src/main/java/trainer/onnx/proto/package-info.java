/**
 * The parts of an ONNX file that Trainer reads itself, before ONNX Runtime does. Start with {@link
 * trainer.onnx.proto.ModelHeader}.
 */
package trainer.onnx.proto;
