/**
 * Following a job that has been handed over, to its end. Start at {@code Watcher}; what is watched
 * is a {@code RunningJob}, on YARN or on this machine.
 */
package trainer.client.watch;
