/**
 * Strangers, other jobs and dead clients against a running job: real processes and sockets. Start
 * at {@code StrangersTest}.
 */
package trainer.it.trust;
