/**
 * What the process of every role does, whatever its role: it is launched ({@code launch}), streams
 * its logs to the job's folder ({@code logs}), holds a session with the master ({@code session}),
 * and leaves by itself when it is orphaned.
 */
package trainer.container;
