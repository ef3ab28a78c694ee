/**
 * Texts as inputs of models: token ids by the tokenizer in a file {@code tokenizer.json}. Start
 * with {@link trainer.onnx.text.Tokenizer}.
 */
package trainer.onnx.text;
