/** A trained model held against data, in this process. Start at {@code Evaluator}. */
package trainer.client.evaluate;
