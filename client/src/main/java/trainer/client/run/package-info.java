/**
 * A whole {@code submit}, the same for every kind of cluster: check, submit, follow, report the
 * end. Start at {@code JobRun}.
 */
package trainer.client.run;
