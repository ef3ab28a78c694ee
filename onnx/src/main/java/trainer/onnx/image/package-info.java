/**
 * Images as inputs of models: decoded by Java's ImageIO, resized and scaled by our own code. Start
 * with {@link trainer.onnx.image.ImageEncoder}.
 */
package trainer.onnx.image;
