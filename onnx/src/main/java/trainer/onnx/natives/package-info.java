/**
 * The native libraries in the jar, and how a process loads them. Start with {@link
 * trainer.onnx.natives.NativeLibrary}.
 */
package trainer.onnx.natives;
