/** Scoring with ONNX models by the jars that are shipped. Start with {@code OnnxScoreTest}. */
package trainer.it.onnx;
