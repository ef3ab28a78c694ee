/**
 * The logs of a process in the job's folder. {@link trainer.container.logs.LogStreaming} streams
 * them while it runs and completes them before it leaves. {@link trainer.container.logs.LogsMain},
 * run by the launching shell, completes those of a killed process. Files are 0600, folders 0700.
 */
package trainer.container.logs;
