/**
 * What {@code demo --session} is made of: two models of ONNX, their inputs, the check of what was
 * scored, and the plot of the rates.
 */
package trainer.client.demo;
