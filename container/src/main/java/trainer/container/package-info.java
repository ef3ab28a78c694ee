/**
 * The common behaviour of every role's process. It is launched ({@code launch}), streams its logs
 * to the job's folder ({@code logs}), holds a session with the master ({@code session}), and leaves
 * by itself when it is orphaned.
 */
package trainer.container;
