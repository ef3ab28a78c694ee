/**
 * The observation of a submitted job until its end. Start at {@code Watcher}. It observes a {@code
 * RunningJob}, on YARN or on this machine.
 */
package trainer.client.watch;
