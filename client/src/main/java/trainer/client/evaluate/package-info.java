/** The evaluation of a trained model on data, in this process. Start at {@code Evaluator}. */
package trainer.client.evaluate;
