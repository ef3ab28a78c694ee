/**
 * Whole jobs through {@code trainer-client.jar}, as a user runs them: real processes, a real HDFS
 * and YARN. Start at {@code TrainerClient}.
 */
package trainer.it.cluster;
