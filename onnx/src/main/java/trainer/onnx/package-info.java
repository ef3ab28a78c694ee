/**
 * Scores records with models of ONNX, by ONNX Runtime: the optional jar {@code trainer-onnx.jar}.
 * Start with {@link trainer.onnx.OnnxModels}; the inputs of a model are planned in {@code
 * InputPlanner}, its outputs in {@code OutputPlanner}.
 */
package trainer.onnx;
