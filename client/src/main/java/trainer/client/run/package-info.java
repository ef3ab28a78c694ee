/**
 * A whole {@code submit}, the same for every kind of cluster: check, hand over, follow, tell how it
 * ended. Start at {@code JobRun}.
 */
package trainer.client.run;
