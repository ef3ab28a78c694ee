/**
 * Trained models for other programs: as text, PMML or ONNX, with the features of their tables by
 * name.
 */
package trainer.client.export;
